import { sql } from 'kysely';
import { centsOfText, textOfCents } from '#domain/basics/price.ts';
import { takeStep, type Settlement, type StepInput } from '#domain/settlement/take-step.ts';
import type { SettlementStep } from '#domain/settlement/tracks.ts';
import { dueDay } from '#server/settlement/calendar.ts';
import { type SettlementRow, type StepNote } from '#server/settlement/locked-settlement.ts';
import { giveBack } from '#server/settlement/give-back.ts';
import { releaseForOffers, returnUnsold } from '#server/settlement/released-recs.ts';
import { announceEvent, settleAdminNotices } from '#server/settlement/announce-event.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';

const NO_NOTE: StepNote = { userId: null, reference: '', remark: '', evidenceIds: [] };

const settlementOf = (row: SettlementRow): Settlement => ({
  mode: row.mode,
  payment: row.payment,
  delivery: row.delivery,
  whole: row.whole,
  owedCents: centsOfText(row.owed),
  paidCents: centsOfText(row.paid),
  quantity: row.quantity,
  deliveredQuantity: row.delivered_quantity,
  transferQuantity: row.transfer_quantity,
  toOffer: row.to_offer,
});

/**
 * Takes a step of a locked settlement: stores it with a line of the timeline, and tells both sides.
 *
 * @param publicUrl the address of the platform for emails. Null sends none
 * @throws Refused if the step is not possible
 */
export async function applyStep(
  db: Db,
  row: SettlementRow,
  input: StepInput,
  publicUrl: string | null,
  note: StepNote = NO_NOTE,
): Promise<void> {
  const result = takeStep(settlementOf(row), input);
  if (!result.ok) throw new Refused(result.refused.code, result.refused.params);
  const after = result.value;
  const version = row.version + 1;
  await db
    .updateTable('settlement')
    .set({
      version,
      payment: after.payment,
      delivery: after.delivery,
      whole: after.whole,
      paid: textOfCents(after.paidCents),
      delivered_quantity: after.deliveredQuantity,
      transfer_quantity: after.transferQuantity,
      to_offer: after.toOffer,
      ...(await dueDaysOf(db, row, after)),
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', row.id)
    .execute();
  await storeEvent(db, { row, version, input, note });
  await moveRecs(db, row, input.step, note);
  await settleAdminNotices(db, row, after);
  const { step: event, actor } = input;
  await announceEvent(db, row, { event, actor, userId: note.userId, remark: note.remark, publicUrl });
  const data = {
    settlementId: row.id,
    step: input.step,
    payment: after.payment,
    delivery: after.delivery,
    whole: after.whole,
  };
  const both = [row.buyer_account_id, row.seller_account_id];
  await queueWebhooks(
    db,
    'settlement.updated',
    both.map((accountId) => ({ accountId, data })),
  );
}

/** Moves the RECs of a trade, if a step ends it. */
async function moveRecs(db: Db, row: SettlementRow, step: SettlementStep, note: StepNote): Promise<void> {
  if (step === 'release' || step === 'cancel') await giveBack(db, row, note);
  if (step === 'offerNext' && row.whole !== 'released') await releaseForOffers(db, row, note);
  if (step === 'endOffers') await returnUnsold(db, row, note);
}

type Stored = {
  readonly row: SettlementRow;
  readonly version: number;
  readonly input: StepInput;
  readonly note: StepNote;
};

async function storeEvent(db: Db, { row, version, input, note }: Stored): Promise<void> {
  const { amountCents, quantity } = input;
  await db
    .insertInto('settlement_event')
    .values({
      settlement_id: row.id,
      version,
      step: input.step,
      actor: input.actor,
      made_by: note.userId,
      amount: amountCents === undefined ? null : textOfCents(amountCents),
      quantity: quantity ?? null,
      reference: note.reference,
      remark: note.remark,
      evidence_ids: [...note.evidenceIds],
    })
    .execute();
}

/** Returns the days that a step fixes: those of a track that becomes due, and the end of the cure period. */
async function dueDaysOf(db: Db, row: SettlementRow, after: Settlement) {
  const day = (days: number): Promise<string> => dueDay(db, row.calendar, days);
  return {
    ...(row.payment === 'notDue' && after.payment === 'invoiced' && { payment_due_on: await day(row.payment_days) }),
    ...(row.delivery === 'notDue' && after.delivery === 'due' && { delivery_due_on: await day(row.delivery_days) }),
    ...(row.payment !== 'inCure' && after.payment === 'inCure' && { cure_until: await day(row.cure_days) }),
  };
}
