import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import css from './shell.module.css';

/**
 * The container of the page. A new page gets the focus, so that screen readers announce it and the keyboard continues
 * there. The focus stays where it is if the page has set it, or if a dialog or a menu opened while the page was
 * loading.
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
