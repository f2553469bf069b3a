import type { ReactNode } from 'react';
import '#web/shell/menu/admin-menu.ts';
import { Shell } from '#web/shell/shell.tsx';

/** Around every page of administrators, with their menu. */
export const AdminShell = ({ tools }: { tools: ReactNode }) => <Shell role="admin" tools={tools} />;
