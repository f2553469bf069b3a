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

/** The question before typed text is lost. */
const DISCARD = {
  title: 'shell.discardTitle',
  text: 'shell.discardText',
  yes: 'action.discard',
  isDangerous: true,
} as const;

/** Asks before unsaved input is lost. */
export const confirmDiscard = (): Promise<boolean> => confirm(DISCARD);

const ConfirmDialog = lazy(() => import('#web/design/dialogs/confirm-dialog.tsx'));

/** Shows the questions; rendered once for the whole page. The dialog's code is loaded with the first question. */
export function ConfirmRegion() {
  const asked = useStore(openQuestionStore);
  return asked ? (
    <Suspense>
      {/* Each question is a new dialog, so it opens above dialogs that opened in the meantime. */}
      <ConfirmDialog key={asked.id} asked={asked} />
    </Suspense>
  ) : null;
}
