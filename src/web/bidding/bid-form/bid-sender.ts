import type { BidInput, PlacedBids } from '#contract/bidding/bidding.ts';
import { asApiError, isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { createStore } from '#web/platform/storage/store.ts';

/**
 * A confirmed bid without a response. `asking`: the same bid is sent again with the same idempotency key. `unknown`:
 * all attempts got no response, and the user decides when to send the bid again.
 */
export type Outgoing = {
  readonly key: string;
  readonly input: BidInput;
  readonly state: 'sending' | 'asking' | 'unknown';
  /** The server's sentence, if it said why it accepts nothing. */
  readonly reason?: string | undefined;
};

/** The result of sending a bid: placed, refused, or still unknown after all attempts. */
export type SendResult =
  | { readonly kind: 'placed'; readonly placed: PlacedBids }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'unknown' };

/** The call, the source of idempotency keys, and the waits between attempts. Tests replace them. */
type BidSenderDeps = {
  readonly place: (input: BidInput, key: string) => Promise<PlacedBids>;
  readonly newKey: () => string;
  /** Waits before the attempt after `attempt`, which failed with `error`. */
  readonly waitBefore: (attempt: number, error: ApiError) => Promise<void>;
};

const ATTEMPTS_MAX = 6;

/** Creates a sender that places bids. It repeats a call that gets no response, up to six attempts in all. */
export function createBidSender({ place, newKey, waitBefore }: BidSenderDeps) {
  const outgoing = createStore<readonly Outgoing[]>([]);
  const change = (key: string, to: Pick<Outgoing, 'state' | 'reason'> | undefined) =>
    outgoing.set(outgoing.get().flatMap((one) => (one.key !== key ? one : to === undefined ? [] : { ...one, ...to })));

  const run = async (key: string, input: BidInput): Promise<SendResult> => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      try {
        const placed = await place(input, key);
        change(key, undefined);
        return { kind: 'placed', placed };
      } catch (thrown) {
        const error = asApiError(thrown);
        if (!isUnanswered(error)) {
          change(key, undefined);
          return { kind: 'refused', error };
        }
        change(key, { state: 'asking', reason: error.code === 'standby_away' ? error.message : undefined });
        if (attempt + 1 < ATTEMPTS_MAX) await waitBefore(attempt, error);
      }
    }
    change(key, { state: 'unknown' });
    return { kind: 'unknown' };
  };

  return {
    outgoing,
    /**
     * Sends a bid. Retries use the same idempotency key, so the bid is placed at most once
     * (docs/rules.md#repeated-calls).
     */
    send(input: BidInput): Promise<SendResult> {
      const key = newKey();
      outgoing.set([...outgoing.get(), { key, input, state: 'sending' }]);
      return run(key, input);
    },
    /** If the result of a bid is `unknown`, sends the bid again with the same idempotency key. */
    askAgain(key: string): Promise<SendResult> {
      const one = outgoing.get().find((other) => other.key === key);
      if (!one || one.state !== 'unknown') return Promise.resolve({ kind: 'unknown' });
      change(key, { state: 'asking' });
      return run(key, one.input);
    },
  };
}
