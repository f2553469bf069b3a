import { createWriteStream } from 'node:fs';

/**
 * One bid of an intent. All bids of a run on one auction have different prices, so the price identifies the history
 * line of a bid.
 */
export type IntendedBid = {
  readonly itemId: string;
  readonly bidId: string | undefined;
  readonly priceCents: number;
  readonly quantity: number;
  readonly allowsPartial: boolean;
  readonly minimumAcceptable: number | null;
};

export type Acknowledged = {
  readonly version: number;
  readonly receivedAt: string;
  readonly bidIds: readonly string[];
};

/** One request of a bidder: the intended bids, sent under one idempotency key, and the answer. */
export type Intent = {
  readonly auctionId: string;
  readonly userId: string;
  readonly key: string;
  readonly entry: 'initial' | 'live';
  readonly bids: readonly IntendedBid[];
  readonly sentAtMs: number;
  /** Unknown until an answer arrives. Most intents with an unknown outcome are sent again under the same key. */
  outcome:
    | { readonly type: 'unknown' }
    | ({ readonly type: 'acknowledged'; readonly atMs: number } & Acknowledged)
    | { readonly type: 'refused'; readonly code: string };
};

export type Journal = {
  readonly intents: readonly Intent[];
  intend(intent: Omit<Intent, 'outcome' | 'sentAtMs'>): Intent;
  acknowledge(intent: Intent, answer: Acknowledged): void;
  refuse(intent: Intent, code: string): void;
  fail(intent: Intent, why: string): void;
  /** Number of bids acknowledged so far. */
  acknowledged(): number;
  failures(): number;
  /** Number of calls that failed between two times of `Date.now()`. */
  failuresBetween(fromMs: number, untilMs: number): number;
  /** Number of failed calls by error. */
  failuresBy(): Readonly<Record<string, number>>;
  /** Number of repeated requests whose answer differed from the first answer to the same key. */
  repeatsDiffer(): number;
};

/**
 * Creates a journal of every request's intent, acknowledgement, refusal and error. The journal is kept in memory and,
 * if `file` is given, written as lines of JSON.
 */
export function createJournal(file?: string): Journal {
  const intents: Intent[] = [];
  const stream = file === undefined ? undefined : createWriteStream(file);
  const counts = { acknowledged: 0, repeatsDiffer: 0 };
  const failedAtMs: number[] = [];
  const reasons: Record<string, number> = {};
  const write = (what: string, intent: Intent, more: object): void => {
    stream?.write(`${JSON.stringify({ what, atMs: Date.now(), key: intent.key, ...more })}\n`);
  };
  return {
    intents,
    intend(intended) {
      const intent: Intent = { ...intended, sentAtMs: performance.now(), outcome: { type: 'unknown' } };
      intents.push(intent);
      write('intent', intent, intended);
      return intent;
    },
    acknowledge(intent, answer) {
      write('acknowledged', intent, answer);
      const { outcome } = intent;
      if (outcome.type === 'unknown') {
        intent.outcome = { type: 'acknowledged', atMs: performance.now(), ...answer };
        counts.acknowledged += intent.bids.length;
      } else if (outcome.type === 'refused' || isOther(outcome, answer)) counts.repeatsDiffer += 1;
    },
    refuse(intent, code) {
      write('refused', intent, { code });
      const { outcome } = intent;
      if (outcome.type === 'unknown') intent.outcome = { type: 'refused', code };
      else if (outcome.type === 'acknowledged' || outcome.code !== code) counts.repeatsDiffer += 1;
    },
    fail(intent, why) {
      write('error', intent, { why });
      failedAtMs.push(Date.now());
      reasons[why] = (reasons[why] ?? 0) + 1;
    },
    acknowledged: () => counts.acknowledged,
    failures: () => failedAtMs.length,
    failuresBetween: (fromMs, untilMs) => failedAtMs.filter((atMs) => atMs > fromMs && atMs < untilMs).length,
    failuresBy: () => reasons,
    repeatsDiffer: () => counts.repeatsDiffer,
  };
}

const isOther = (first: Acknowledged, second: Acknowledged): boolean =>
  first.version !== second.version || first.receivedAt !== second.receivedAt;
