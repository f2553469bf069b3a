import { lazy, Suspense } from 'react';
import { createStore, useStore } from '#web/platform/storage/store.ts';
import type { OpenQuestion, ConfirmQuestion } from '#web/design/dialogs/confirm-dialog.tsx';

const openQuestionStore = createStore<OpenQuestion | undefined>(undefined);
let lastId = 0;

/** Asks before an action that cannot be undone. Resolves to true if the person confirms. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  openQuestionStore.get()?.answer(false);
  return new Promise((resolve) => {
    openQuestionStore.set({
      ...question,
      id: ++lastId,
      answer: (isYes) => {
        openQuestionStore.set(undefined);
        resolve(isYes);
      },
    });
  });
}

/** The question that is asked before typed text is discarded. */
const DISCARD = {
  title: 'shell.discardTitle',
  text: 'shell.discardText',
  yes: 'action.discard',
  isDangerous: true,
} as const;

/** Asks whether unsaved input may be discarded. Resolves to true if the person agrees. */
export const confirmDiscard = (): Promise<boolean> => confirm(DISCARD);

const ConfirmDialog = lazy(() => import('#web/design/dialogs/confirm-dialog.tsx'));

/** Shows the open question. The page renders this region once. The first question loads the dialog's code. */
export function ConfirmRegion() {
  const asked = useStore(openQuestionStore);
  return asked ? (
    <Suspense>
      {/* The key makes each question a new dialog, which opens above all dialogs that are already open. */}
      <ConfirmDialog key={asked.id} asked={asked} />
    </Suspense>
  ) : null;
}
