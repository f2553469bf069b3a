import { sql } from 'kysely';
import { centsOfText } from '#domain/basics/price.ts';
import type { Actor, SettlementStep } from '#domain/settlement/tracks.ts';
import { applyStep } from '#server/settlement/apply-step.ts';
import { todayIn } from '#server/settlement/calendar.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';
import type { Db } from '#server/platform/database/database.ts';

/** In the demo, no registry answers. */
type StoryActor = Exclude<Actor, 'registry'>;
/** A step of a trade, and the number of days after the trade at which it was taken. */
type StoryStep = readonly [step: SettlementStep, actor: StoryActor, days: number];

const PAID: readonly StoryStep[] = [
  ['announcePayment', 'buyer', 4],
  ['confirmPayment', 'seller', 5],
];
const AT_REGISTRY: readonly StoryStep[] = [...PAID, ['instructDelivery', 'seller', 7], ['submitDelivery', 'seller', 8]];
/** The payment is due after ten business days, which are 14 days. */
const OVERDUE: readonly StoryStep[] = [['markOverdue', 'clock', 15]];
const IN_CURE: readonly StoryStep[] = [...OVERDUE, ['startCure', 'clock', 16]];
const DEFAULTED: readonly StoryStep[] = [...IN_CURE, ['declareDefault', 'clock', 24]];

/** The steps of a trade, by the state in which it is now. */
const STORIES = {
  toPay: [],
  toDeliver: PAID,
  atRegistry: AT_REGISTRY,
  settled: [...AT_REGISTRY, ['acceptDelivery', 'buyer', 9]],
  overdue: OVERDUE,
  inCure: IN_CURE,
  defaulted: DEFAULTED,
  disputed: [...PAID, ['dispute', 'buyer', 6]],
  released: [...DEFAULTED, ['release', 'admin', 30]],
  waived: [['waivePayment', 'seller', 3]],
} as const satisfies Record<string, readonly StoryStep[]>;
export type TradeStory = keyof typeof STORIES;

const REMARKS: Partial<Record<SettlementStep, string>> = {
  dispute: 'The certificates are of another device than the one we bought from.',
  release: 'Not paid by the end of the cure period.',
  waivePayment: 'Set off against the delivery of last quarter.',
};

type PlayedTrade = {
  readonly story: TradeStory;
  /** The days since the trade was made. */
  readonly daysAgo: number;
  /** The users who act for each side. */
  readonly users: Readonly<Record<Exclude<StoryActor, 'clock'>, string>>;
};

/**
 * Takes the steps of a story in a settlement that opened in this transaction, then moves the settlement, its timeline
 * and its notices into the past. Older notices are read. Nobody gets an email.
 */
export async function playSettlement(db: Db, id: string, { story, daysAgo, users }: PlayedTrade): Promise<void> {
  const steps: readonly StoryStep[] = STORIES[story];
  for (const [step, actor] of steps) {
    const row = await lockSettlement(db, id);
    const amountCents = step === 'confirmPayment' ? centsOfText(row.owed) : undefined;
    const quantity = step === 'instructDelivery' || step === 'acceptDelivery' ? row.quantity : undefined;
    const userId = actor === 'clock' ? null : users[actor];
    const note = { userId, reference: referenceOf(step, id), remark: REMARKS[step] ?? '', evidenceIds: [] };
    await applyStep(db, row, { step, actor, amountCents, quantity }, null, note);
  }
  await moveSettlement(db, id, steps, daysAgo);
}

function referenceOf(step: SettlementStep, id: string): string {
  if (step === 'announcePayment' || step === 'confirmPayment') return `TT-${id.slice(0, 6).toUpperCase()}`;
  return step === 'submitDelivery' ? `TX-${id.slice(-6).toUpperCase()}` : '';
}

/** Notices that are older than this number of days are read. */
const UNREAD_DAYS = 3;

/** The days of a story by its steps. Every term of the demo has 10 days to pay, 5 to deliver and 5 to cure. */
async function moveSettlement(db: Db, id: string, steps: readonly StoryStep[], daysAgo: number): Promise<void> {
  const ago = (days: number) => sql`clock_timestamp() - ${daysAgo - days}::float8 * interval '1 day'`;
  const dayOf = (days: number) => sql`${todayIn(sql`calendar`)} - floor(${daysAgo}::float8)::int + ${days}::int`;
  const lastDays = steps.at(-1)?.[2] ?? 0;
  const paidDays = steps.find(([step]) => step === 'confirmPayment' || step === 'waivePayment')?.[2] ?? 0;
  const cureDays = steps.find(([step]) => step === 'startCure')?.[2] ?? 0;
  await sql`
    update settlement set created_at = ${ago(0)}, changed_at = ${ago(lastDays)},
      payment_due_on = ${dayOf(14)},
      delivery_due_on = case when delivery_due_on is not null then ${dayOf(paidDays + 7)} end,
      cure_until = case when cure_until is not null then ${dayOf(cureDays + 7)} end
    where id = ${id}`.execute(db);
  for (const [at, [, , days]] of steps.entries())
    await sql`update settlement_event set made_at = ${ago(days)} where settlement_id = ${id} and version = ${at + 2}`.execute(
      db,
    );
  await sql`
    update notice set at = ${ago(lastDays)},
      read_at = case when kind not in ('disputeWaits', 'defaultWaits') and ${daysAgo - lastDays > UNREAD_DAYS}
        then ${ago(lastDays)} else read_at end
    where item_id = ${id}`.execute(db);
}
