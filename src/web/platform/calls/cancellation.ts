import type { ErrorDetail } from '#contract/errors/errors.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { createStore } from '#web/platform/storage/store.ts';

/**
 * The question whether an administrator's edit may cancel the listed initial bids (decision 56). `answer` reports the
 * decision.
 */
export type CancellationQuestion = {
  readonly bids: readonly ErrorDetail[];
  readonly answer: (isYes: boolean) => void;
};

/** The question on screen; undefined if there is none. */
export const cancellationStore = createStore<CancellationQuestion | undefined>(undefined);

/**
 * Asks whether an edit may cancel the bids that its refusal lists. Resolves to the confirmation to send with the edit,
 * or to undefined if the administrator declines. Returns undefined for any other error.
 */
export function askToCancel(thrown: unknown): Promise<string | undefined> | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'bids_would_be_cancelled') return undefined;
  const { details, params } = thrown;
  cancellationStore.get()?.answer(false);
  return new Promise((resolve) => {
    cancellationStore.set({
      bids: details,
      answer: (isYes) => {
        cancellationStore.set(undefined);
        resolve(isYes ? String(params['confirmation']) : undefined);
      },
    });
  });
}
