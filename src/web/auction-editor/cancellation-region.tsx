import { lazy, Suspense } from 'react';
import { cancellationStore } from '#web/platform/cancellation.ts';
import { useStore } from '#web/platform/store.ts';

const CancellationDialog = lazy(() => import('#web/auction-editor/cancellation-dialog.tsx'));

/** Where administrators confirm the initial bids that an edit cancels, whichever screen the edit comes from. */
export function CancellationRegion() {
  const question = useStore(cancellationStore);
  return question ? (
    <Suspense>
      <CancellationDialog question={question} />
    </Suspense>
  ) : null;
}
