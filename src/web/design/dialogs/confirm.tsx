import { lazy, Suspense } from 'react';
import { createStore, useStore } from '#web/platform/storage/store.ts';
import type { Asked, Question } from '#web/design/dialogs/confirm-dialog.tsx';

const askedStore = createStore<Asked | undefined>(undefined);
let lastId = 0;

/** Asks before what can't be undone; resolves to true on yes. */
export function confirm(question: Question): Promise<boolean> {
  askedStore.get()?.answer(false);
  return new Promise((resolve) => {
    askedStore.set({
      ...question,
      id: ++lastId,
      answer: (isYes) => {
        askedStore.set(undefined);
        resolve(isYes);
      },
    });
  });
}

const DISCARD = {
  title: 'shell.discardTitle',
  text: 'shell.discardText',
  yes: 'action.discard',
  isDangerous: true,
} as const;

/** Asks before what was typed and not saved is lost. */
export const confirmDiscard = (): Promise<boolean> => confirm(DISCARD);

const ConfirmDialog = lazy(() => import('#web/design/dialogs/confirm-dialog.tsx'));

/** Where questions appear: once in the whole page. The dialog's code comes with the first question. */
export function ConfirmRegion() {
  const asked = useStore(askedStore);
  return asked ? (
    <Suspense>
      {/* A new question is a new dialog: it opens above whatever opened since the last one. */}
      <ConfirmDialog key={asked.id} asked={asked} />
    </Suspense>
  ) : null;
}
