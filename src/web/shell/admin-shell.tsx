import { lazy, Suspense, type ReactNode } from 'react';
import { bringHelp } from '#web/design/layout/page-title.tsx';
import '#web/shell/change-areas.ts';
import '#web/shell/menu/admin-menu.ts';
import { Shell } from '#web/shell/shell.tsx';
import css from './shell.module.css';

const HelpLink = lazy(() => import('#web/shell/help-link.tsx'));

bringHelp(() => (
  <Suspense fallback={<span className={css.helpPlace} />}>
    <HelpLink />
  </Suspense>
));

/** The layout of all administrator pages, with their menu. */
export const AdminShell = ({ tools }: { tools: ReactNode }) => <Shell role="admin" tools={tools} />;
