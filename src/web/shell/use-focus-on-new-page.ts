import { useRouter } from '@tanstack/react-router';
import { useEffect, type RefObject } from 'react';

/**
 * A new page takes the focus, so that screen readers say where one is and the keyboard goes on from there. A page that
 * has placed the focus itself keeps it, and so does a dialog, or a menu that was opened while the page was still coming.
 */
export function useFocusOnNewPage(content: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = content.current;
        const hasPlace = main?.contains(document.activeElement) || document.querySelector('dialog[open], [role=menu]');
        if (fromLocation && pathChanged && main && !hasPlace) main.focus({ preventScroll: true });
      }),
    [router, content],
  );
}
