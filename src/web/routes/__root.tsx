import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ConfirmRegion } from '#web/design/dialogs/confirm.tsx';
import { NotFound } from '#web/design/feedback/empty-state.tsx';
import { persistentToast, ToastRegion } from '#web/design/feedback/toast.tsx';
import { PolicyRegion } from '#web/document/policy-region.tsx';
import { keysSheetStore, useLetterKeys } from '#web/platform/page/keys.ts';
import { useErrorText } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import type { RouterContext } from '#web/router.ts';
import { CrashPage } from '#web/shell/crash-page.tsx';
import { SessionWatch } from '#web/shell/session-watch.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: CrashPage,
  notFoundComponent: NotFound,
});

function Root() {
  useNetworkToast();
  return (
    <>
      <Outlet />
      <ToastRegion />
      <ConfirmRegion />
      <PolicyRegion />
      <KeysRegion />
      <SessionWatch />
    </>
  );
}

function onNetworkChange(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** Shows a toast on every page while there is no network (docs/rules.md#error-messages). */
function useNetworkToast(): void {
  const textOf = useErrorText();
  const isOnline = useSyncExternalStore(onNetworkChange, () => navigator.onLine);
  useEffect(
    () => (isOnline ? undefined : persistentToast('bad', textOf({ code: 'connection_lost' }))),
    [isOnline, textOf],
  );
}

const KeysSheet = lazy(() => import('#web/shell/keys-sheet.tsx'));

/** The shortcuts of every page: `?` opens the list of shortcuts, `/` focuses the search of a list. */
function KeysRegion() {
  const isOpen = useStore(keysSheetStore);
  useLetterKeys((key) => {
    if (key === '?') keysSheetStore.set(true);
    else if (key === '/') document.querySelector<HTMLElement>('[role="searchbox"]')?.focus();
    else return false;
    return true;
  });
  return isOpen ? (
    <Suspense>
      <KeysSheet />
    </Suspense>
  ) : null;
}
