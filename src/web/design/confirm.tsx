import { lazy, Suspense } from 'react';
import { createStore, useStore } from '#web/platform/store.ts';
import type { PhraseKey, PhraseParams } from '#web/platform/phrase.ts';

type Question = {
  title: PhraseKey;
  text: PhraseKey;
  params?: PhraseParams;
  yes: PhraseKey;
  isDangerous?: boolean;
};

export type Asked = Question & { answer: (isYes: boolean) => void };

const askedStore = createStore<Asked | undefined>(undefined);

/** Asks before what can't be undone; resolves to true on yes. */
export function confirm(question: Question): Promise<boolean> {
  askedStore.get()?.answer(false);
  return new Promise((resolve) => {
    askedStore.set({
      ...question,
      answer: (isYes) => {
        askedStore.set(undefined);
        resolve(isYes);
      },
    });
  });
}

const ConfirmDialog = lazy(() => import('#web/design/confirm-dialog.tsx'));

/** Where questions appear: once in the whole page. The dialog's code comes with the first question. */
export function ConfirmRegion() {
  const asked = useStore(askedStore);
  return asked ? (
    <Suspense>
      <ConfirmDialog asked={asked} />
    </Suspense>
  ) : null;
}
