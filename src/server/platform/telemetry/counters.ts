import { Counter, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '#contract/errors/errors.ts';

/** The counters of this process for Prometheus. Whatever happens is counted where it happens. */
export const events = new Registry();
const registers = [events];

const accepted = new Counter({
  name: 'greenlot_bids_accepted_total',
  help: 'Bids placed or revised.',
  registers,
});
const refused = new Counter({
  name: 'greenlot_bid_requests_refused_total',
  help: 'Requests with bids that a room refused, by error code.',
  labelNames: ['code'],
  registers,
});
const sent = new Counter({
  name: 'greenlot_messages_total',
  help: 'Attempts to send an email, a text message or a webhook.',
  labelNames: ['channel', 'outcome'],
  registers,
});

const read = new Counter({
  name: 'greenlot_reads_total',
  help: 'Calls that only read, by the node that served them. Only with DATABASE_REPLICA_URL.',
  labelNames: ['from'],
  registers,
});

/** Counts a call that only reads. */
export const countRead = (from: 'replica' | 'primary'): void => read.inc({ from });

/** Measures the transactions that judge and store bids: several rooms may share one. */
export const commitSeconds = new Histogram({
  name: 'greenlot_commit_duration_seconds',
  help: 'Time of a transaction that judges and stores bids.',
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

type Answer =
  | { readonly ok: true; readonly bidIds: readonly unknown[] }
  | { readonly ok: false; readonly refused: { readonly code: ErrorCode } };

/** Counts the answers to requests with bids: how many bids were accepted, and the error code of each refused request. */
export function countAnswers(answers: readonly Answer[]): void {
  let bids = 0;
  const codes = new Map<ErrorCode, number>();
  for (const answer of answers) {
    if (answer.ok) bids += answer.bidIds.length;
    else codes.set(answer.refused.code, (codes.get(answer.refused.code) ?? 0) + 1);
  }
  accepted.inc(bids);
  for (const [code, count] of codes) refused.inc({ code }, count);
}

export const CHANNELS = ['email', 'sms', 'webhook'] as const;
const OUTCOMES = ['sent', 'failed'] as const;
// A series that exists from the start shows its first failure as an increase.
for (const channel of CHANNELS) for (const outcome of OUTCOMES) sent.inc({ channel, outcome }, 0);

/** Counts an attempt to send a message. */
export function countMessage(channel: (typeof CHANNELS)[number], isSent: boolean): void {
  sent.inc({ channel, outcome: isSent ? 'sent' : 'failed' });
}
