import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import css from './shell.module.css';

/**
 * Where the page itself is. A new page takes the focus, so that screen readers say where one is and the keyboard goes on
 * from there. A page that has placed the focus itself keeps it, and so does a dialog, or a menu that was opened while the
 * page was still coming.
 */
export function PageContent({ children }: { children?: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = content.current;
        const hasPlace = main?.contains(document.activeElement) || document.querySelector('dialog[open], [role=menu]');
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
