import { Outlet } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFocusOnNewPage } from '#web/shell/use-focus-on-new-page.ts';
import css from './shell.module.css';

/** Nothing but the page itself: for a link that was handed round, or a screen on a wall. */
export function OpenShell() {
  const content = useRef<HTMLElement>(null);
  useFocusOnNewPage(content);
  return (
    <main ref={content} id="content" className={css.content} tabIndex={-1}>
      <Outlet />
    </main>
  );
}
