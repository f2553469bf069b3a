import { sql } from 'kysely';
import { judgeText } from '#domain/basics/text.ts';
import { CANCEL_REASON_MAX, judgeCancelling } from '#domain/invoice/authority.ts';
import { hasEffect, lockSubmission, storeCancelling } from '#server/invoice/submission-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';

type Wanted = { readonly invoiceId: string; readonly settlementId: string; readonly reason: string };

/**
 * Starts the cancellation of a document at the tax authority. The timer asks the authority. The caller has checked who
 * may.
 * @throws Refused invoice_not_valid, cancellation_too_late, invoice_credited, or for the reason
 */
export async function cancelInvoice(db: Db, { invoiceId, settlementId, reason }: Wanted, nowMs: number): Promise<void> {
  const said = reason.trim();
  refuseFields({ reason: judgeText(said, CANCEL_REASON_MAX) });
  // The lock of the settlement puts its documents one after the other, so no credit note corrects a cancelled invoice.
  await lockSettlement(db, settlementId);
  const row = await lockSubmission(db, invoiceId);
  const { rows: notes } = await sql`
    select from invoice note where corrects_id = ${invoiceId} and ${hasEffect(sql`note.id`)} limit 1`.execute(db);
  const refusal = judgeCancelling(
    { state: row?.state ?? null, validAtMs: row?.validAt?.getTime() ?? 0, isCredited: notes.length > 0 },
    nowMs,
  );
  if (refusal) throw new Refused(refusal);
  await storeCancelling(db, invoiceId, said);
}
