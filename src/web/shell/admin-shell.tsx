import type { ReactNode } from 'react';
import '#web/shell/menu/admin-menu.ts';
import { Shell } from '#web/shell/shell.tsx';

/** The layout of all administrator pages, with their menu. */
export const AdminShell = ({ tools }: { tools: ReactNode }) => <Shell role="admin" tools={tools} />;
