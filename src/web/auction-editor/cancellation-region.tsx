import { lazy, Suspense } from 'react';
import { cancellationStore } from '#web/platform/calls/cancellation.ts';
import { useStore } from '#web/platform/storage/store.ts';

const CancellationDialog = lazy(() => import('#web/auction-editor/cancellation-dialog.tsx'));

/** Asks administrators to confirm the initial bids that an edit cancels, on every screen with such edits. */
export function CancellationRegion() {
  const question = useStore(cancellationStore);
  return question ? (
    <Suspense>
      <CancellationDialog question={question} />
    </Suspense>
  ) : null;
}
