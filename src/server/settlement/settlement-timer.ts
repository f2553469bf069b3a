import { sql, type RawBuilder } from 'kysely';
import type { Reminder, SettlementStep } from '#domain/settlement/tracks.ts';
import { expireOffer } from '#server/settlement/answer-offer.ts';
import { announceEvent } from '#server/settlement/announce-event.ts';
import { applyStep } from '#server/settlement/apply-step.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';
import { todayIn } from '#server/settlement/calendar.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';

const LOOK_EVERY_MS = 60_000;
/** The maximum number of settlements of each kind in one run. The next run handles the others. */
const AT_ONCE_MAX = 100;
/** Days before a due date at which its reminder is sent. */
const REMINDER_DAYS = 2;

type SettlementTimerDeps = Parameters<typeof pollEvery>[0] & { readonly publicUrl: string; readonly db: Db };

/** Starts the timer that marks late payments and sends reminders. Every process runs it, but each task is done once. */
export const startSettlementTimer = ({ db, timers, publicUrl, failed }: SettlementTimerDeps): (() => void) =>
  pollEvery({ timers, failed }, LOOK_EVERY_MS, () => settleDueDates({ db, publicUrl, failed }));

const TODAY = todayIn(sql`calendar`);
const IS_UNPAID = sql`payment in ('invoiced', 'partPaid')`;

/** Steps of the clock, each with the settlements for which it is due. */
const STEPS_DUE: readonly (readonly [SettlementStep, RawBuilder<unknown>])[] = [
  ['declareDefault', sql`payment = 'inCure' and cure_until < ${TODAY}`],
  ['startCure', sql`payment = 'overdue' and payment_due_on < ${TODAY} - 1`],
  ['markOverdue', sql`${IS_UNPAID} and payment_due_on < ${TODAY}`],
];

const IS_UNDELIVERED = sql`delivery not in ('notDue', 'accepted')`;
const REMINDERS_DUE: readonly (readonly [Reminder, RawBuilder<unknown>])[] = [
  ['paymentSoon', sql`${IS_UNPAID} and payment_due_on between ${TODAY} and ${TODAY} + ${REMINDER_DAYS}::int`],
  ['deliverySoon', sql`${IS_UNDELIVERED} and delivery_due_on between ${TODAY} and ${TODAY} + ${REMINDER_DAYS}::int`],
  ['deliveryLate', sql`${IS_UNDELIVERED} and delivery_due_on < ${TODAY}`],
];

type Deps = Pick<SettlementTimerDeps, 'db' | 'publicUrl' | 'failed'>;

/** Does once what the due dates of settlements ask for. If one settlement fails, the others are still handled. */
export async function settleDueDates({ db, publicUrl, failed }: Deps): Promise<void> {
  for (const [step, isDue] of STEPS_DUE)
    for (const id of await findDue(db, isDue))
      await inLock(db, id, isDue, async (transaction) =>
        applyStep(transaction, await lockSettlement(transaction, id), { step, actor: 'clock' }, publicUrl),
      ).catch(failed);
  for (const id of await findWithDueOffer(db))
    await db
      .transaction()
      .execute(async (transaction) => expireOffer(transaction, await lockSettlement(transaction, id), publicUrl))
      .catch(failed);
  for (const [reminder, isDue] of REMINDERS_DUE) {
    const isToSend = sql`${isDue} and not ${reminder} = any(reminders)`;
    for (const id of await findDue(db, isToSend))
      await inLock(db, id, isToSend, (transaction) => remind(transaction, id, reminder, publicUrl)).catch(failed);
  }
}

/** Returns the settlements in default with an offer whose last day has passed. */
async function findWithDueOffer(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select settlement.id from settlement join settlement_offer offer on offer.settlement_id = settlement.id
    where offer.state = 'open' and offer.answer_by < ${TODAY} order by settlement.id limit ${AT_ONCE_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

async function findDue(db: Db, isDue: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from settlement where whole = 'open' and ${isDue} order by id limit ${AT_ONCE_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Runs work if the settlement is still due under its lock. Skips settlements that another process handles. */
const inLock = (
  db: Db,
  id: string,
  isDue: RawBuilder<unknown>,
  work: (transaction: Db) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      select id from settlement where id = ${id} and whole = 'open' and ${isDue} for update skip locked`.execute(
      transaction,
    );
    if (rows.length > 0) await work(transaction);
  });

async function remind(db: Db, id: string, reminder: Reminder, publicUrl: string): Promise<void> {
  await sql`update settlement set reminders = array_append(reminders, ${reminder}) where id = ${id}`.execute(db);
  const row = await lockSettlement(db, id);
  await announceEvent(db, row, { event: reminder, actor: 'clock', userId: null, remark: '', publicUrl });
}
