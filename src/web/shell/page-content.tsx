import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import css from './shell.module.css';

/** A dialog, or a button of the top bar whose menu or panel is open. The menu's code may still be loading. */
const OPENED = 'dialog[open], header:not(main *) [aria-expanded=true]';

/**
 * The container of the page. A new page gets the focus: screen readers announce the page, and keyboard users start at
 * its top. If the page has set the focus itself, the container does not move the focus. The container also does not
 * move the focus out of a dialog, menu or panel that was opened while the page was loading.
 */
export function PageContent({ children }: { children?: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = content.current;
        const hasPlace = main?.contains(document.activeElement) || document.querySelector(OPENED);
        if (fromLocation && pathChanged && main && !hasPlace) main.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <main ref={content} id="content" className={css.content} tabIndex={-1}>
      {children}
      <Outlet />
    </main>
  );
}
