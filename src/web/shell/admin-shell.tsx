import type { ReactNode } from 'react';
import { bringHelp } from '#web/design/layout/page-title.tsx';
import { HelpLink } from '#web/shell/help-link.tsx';
import '#web/shell/menu/admin-menu.ts';
import { Shell } from '#web/shell/shell.tsx';

bringHelp(HelpLink);

/** The layout of all administrator pages, with their menu. */
export const AdminShell = ({ tools }: { tools: ReactNode }) => <Shell role="admin" tools={tools} />;
