import { lazy, Suspense } from 'react';
import { keysSheetStore, useLetterKeys } from '#web/platform/page/keys.ts';
import { useStore } from '#web/platform/storage/store.ts';

const KeysSheet = lazy(() => import('#web/shell/keys-sheet.tsx'));

/** The keys of every page: `?` for the sheet that lists them, `/` to the search of a list. */
export function KeysRegion() {
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
