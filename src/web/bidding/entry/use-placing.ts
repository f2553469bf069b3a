import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { placeInitialBids, type PlacedBids } from '#contract/bidding/bidding.ts';
import type { WithAcceptance } from '#web/document/use-terms-to-accept.ts';
import { asApiError, isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { repeatAfterMs } from '#web/platform/calls/backoff.ts';
import { api } from '#web/platform/calls/api.ts';
import { waitUntilOnline } from '#web/platform/calls/wait-until-online.ts';
import { keepReceipt } from '#web/bidding/receipts/kept-receipts.ts';
import { inputOf, type JudgedSlots, type Slot } from '#web/bidding/entry/initial-slots.ts';
import type { FieldError } from '#contract/errors/errors.ts';

const RETRIES = 5;

/** The state and the functions of the call that places the bids of the entry page (`usePlacing`). */
export type Placing = ReturnType<typeof usePlacing>;

/** The page's reactions to the results of the call. */
type Outcomes = {
  readonly withAcceptance: WithAcceptance;
  readonly onPlaced: (placed: PlacedBids, sent: readonly Slot[]) => void;
  readonly onRefused: (refused: RefusedSlots) => void;
};

type Attempt = { readonly key: string; readonly sent: readonly Slot[]; readonly signal: AbortSignal };

/**
 * Places all typed or changed bids, or none. While the browser is offline, the call waits, and the bidder can cancel
 * it. A binding bid is never sent later without the bidder's knowledge.
 */
export function usePlacing(auctionId: string, judged: JudgedSlots, outcomes: Outcomes) {
  const { withAcceptance, onPlaced, onRefused } = outcomes;
  const controller = useRef<AbortController>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);
  const unsent = useRef<AbortController>(undefined);
  // A bidder who leaves the page no longer sees the waiting bids, so the page does not send them.
  useEffect(() => () => unsent.current?.abort(), []);
  const placing = useMutation({
    mutationFn: async ({ key, sent, signal }: Attempt) => {
      signal.throwIfAborted();
      if (!navigator.onLine) {
        setIsWaiting(true);
        unsent.current = controller.current;
        await waitUntilOnline(signal).finally(() => setIsWaiting(false));
        unsent.current = undefined;
      }
      return withAcceptance(() =>
        api(placeInitialBids, { params: { id: auctionId }, body: { bids: sent.map(inputOf) }, key, signal }),
      );
    },
    // Retries use the same idempotency key, so the bids are placed at most once.
    retry: (failures, thrown) => failures < RETRIES && isUnanswered(asApiError(thrown)),
    retryDelay: (failures, thrown) => repeatAfterMs(failures, asApiError(thrown)),
    onSuccess: (placed, { sent }) => {
      keepReceipt(auctionId, placed.receipt);
      onPlaced(placed, sent);
    },
    onError: (thrown, { sent, signal }) => {
      keepReceipt(auctionId, asApiError(thrown).receipt);
      if (!signal.aborted) onRefused(refusedSlots(asApiError(thrown), sent));
    },
    meta: { silent: true },
  });
  return {
    /** Places the bids with the idempotency key of this intent. */
    run(key: string) {
      controller.current = new AbortController();
      const { signal } = controller.current;
      placing.mutate({ key, sent: judged.toSend.map(({ slot }) => slot), signal });
    },
    /** Cancels the call that `run` started. Bids that the server has already received stay placed. */
    cancel() {
      controller.current?.abort();
      placing.reset();
    },
    isPending: placing.isPending,
    delay: placing.isPending ? delayOf(placing.failureCount, isWaiting) : undefined,
    error: placing.error ? asApiError(placing.error) : undefined,
    reset: placing.reset,
  };
}

/** The server's refusals by slot and field. */
export type RefusedSlots = Readonly<Record<string, Readonly<Record<string, FieldError>>>>;

/**
 * Maps the field errors of the call to slots. For example, `bids.2.price` is `price` of the third bid that was sent.
 */
function refusedSlots(error: Pick<ApiError, 'fields'>, sent: readonly Slot[]): RefusedSlots {
  const refused: Record<string, Record<string, FieldError>> = {};
  for (const [name, field] of Object.entries(error.fields)) {
    const [, index, part] = /^bids\.(\d+)\.(\w+)$/.exec(name) ?? [];
    const slot = index === undefined ? undefined : sent[Number(index)];
    if (slot && part) refused[slot.slotId] = { ...refused[slot.slotId], [part]: field };
  }
  return refused;
}

/** Removes the refusals of a slot. Called when the user changes something in the slot. */
export const withoutSlot = (refused: RefusedSlots, slotId: string): RefusedSlots =>
  slotId in refused ? Object.fromEntries(Object.entries(refused).filter(([other]) => other !== slotId)) : refused;

/**
 * Returns the reason why the call takes long. `unsent`: the browser is offline and has sent nothing. `unanswered`: the
 * call was sent but got no response.
 */
function delayOf(failures: number, isWaiting: boolean) {
  if (failures > 0) return 'unanswered';
  return isWaiting ? 'unsent' : undefined;
}
