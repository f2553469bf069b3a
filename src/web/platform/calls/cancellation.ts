import type { ErrorDetail } from '#contract/errors/errors.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { createStore } from '#web/platform/storage/store.ts';

/** An administrator's edit that the server refused because it would cancel initial bids (decision 56). */
export type CancellationQuestion = {
  readonly bids: readonly ErrorDetail[];
  readonly answer: (isYes: boolean) => void;
};

/** The question on screen, if an admin is about to cancel something. */
export const cancellationStore = createStore<CancellationQuestion | undefined>(undefined);

/**
 * Asks whether an edit may cancel the bids that its refusal lists. Resolves to the confirmation that is sent with the
 * edit. Undefined if nobody agreed, or if the call failed for another reason.
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
