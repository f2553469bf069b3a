import { createWriteStream } from 'node:fs';

/** One bid of an intent. No two bids of a run on one auction have the same price: it says which line of the history is whose. */
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

/** What a bidder set out to do under one idempotency key, and what it was told became of it. */
export type Intent = {
  readonly auctionId: string;
  readonly userId: string;
  readonly key: string;
  readonly entry: 'initial' | 'live';
  readonly bids: readonly IntendedBid[];
  readonly sentAtMs: number;
  /** Unknown until an answer came; most of the unknown ones are asked for again under the same key. */
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
  /** Bids that were acknowledged up to now. */
  acknowledged(): number;
  failures(): number;
  /** How often which error came, where an answer was to come. */
  failuresBy(): Readonly<Record<string, number>>;
  /** Repeats of a key that were answered otherwise than the first time. */
  repeatsDiffer(): number;
};

/** Intent, acknowledgement, refusal and error of every request, in memory and, where a file is named, as lines of JSON. */
export function createJournal(file?: string): Journal {
  const intents: Intent[] = [];
  const stream = file === undefined ? undefined : createWriteStream(file);
  const counts = { acknowledged: 0, failures: 0, repeatsDiffer: 0 };
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
      counts.failures += 1;
      reasons[why] = (reasons[why] ?? 0) + 1;
    },
    acknowledged: () => counts.acknowledged,
    failures: () => counts.failures,
    failuresBy: () => reasons,
    repeatsDiffer: () => counts.repeatsDiffer,
  };
}

const isOther = (first: Acknowledged, second: Acknowledged): boolean =>
  first.version !== second.version || first.receivedAt !== second.receivedAt;
