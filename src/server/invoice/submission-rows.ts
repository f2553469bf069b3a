import { sql, type RawBuilder } from 'kysely';
import { afterFinding, isVoid, type AuthorityReason, type AuthorityState } from '#domain/invoice/authority.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import type { AuthorityDocument, AuthorityResult } from '#server/invoice/tax-authority.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A document with its state at the tax authority. */
export type SubmissionRow = {
  readonly invoiceId: string;
  readonly settlementId: string;
  readonly issuerId: string | null;
  readonly receiverId: string;
  readonly content: Invoice;
  readonly state: AuthorityState;
  readonly authorityId: string;
  readonly attempts: number;
  readonly cancelReason: string;
  readonly validAt: Date | null;
  /** The id of the corrected invoice at the authority; empty if unknown. */
  readonly correctedId: string;
};

/** Notes that a document goes to the tax authority. The timer sends it after the commit. */
export const prepareSubmission = async (db: Db, invoiceId: string): Promise<void> =>
  void (await db.insertInto('invoice_submission').values({ invoice_id: invoiceId, state: 'prepared' }).execute());

/** Returns a document at the tax authority, and locks its state; undefined if it does not go there. */
export async function lockSubmission(db: Db, invoiceId: string): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select invoice_id as "invoiceId", settlement_id as "settlementId", issuer_account_id as "issuerId",
           receiver_account_id as "receiverId", content, state, authority_id as "authorityId", attempts,
           cancel_reason as "cancelReason", valid_at as "validAt",
           coalesce((select corrected.authority_id from invoice_submission corrected
             where corrected.invoice_id = invoice.corrects_id), '') as "correctedId"
    from invoice_submission join invoice on invoice.id = invoice_id
    where invoice_id = ${invoiceId} for update of invoice_submission`.execute(db);
  return rows[0];
}

/** Returns what the authority is asked about. */
export const documentOf = ({ content, issuerId, authorityId }: SubmissionRow): AuthorityDocument => ({
  number: content.number,
  type: content.type,
  issuedAt: content.issuedAt,
  payable: content.payable,
  issuerTaxNumber: issuerId === null ? null : content.issuer.taxNumber,
  authorityId,
});

/** SQL: a document has an effect. The authority has not refused it, and it was not cancelled there. */
export const hasEffect = (invoiceId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  not exists (select from invoice_submission voided
    where voided.invoice_id = ${invoiceId} and voided.state in ('rejected', 'cancelled'))`;

/** Returns whether a document has no effect, because the authority refused it or it was cancelled there. */
export async function isVoidDocument(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoice_submission')
    .select('state')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return isVoid(row?.state ?? null);
}

type Change = { readonly state: AuthorityState; readonly authorityId: string; readonly reason: AuthorityReason | null };

/**
 * Stores what the authority said about a locked document. Returns the change, or null if nothing changed yet.
 */
export async function storeResult(db: Db, row: SubmissionRow, result: AuthorityResult): Promise<Change | null> {
  const change = afterFinding(row, result);
  if (change === 'again' || change === 'wait') {
    await db
      .updateTable('invoice_submission')
      .set({ detail: result.detail })
      .where('invoice_id', '=', row.invoiceId)
      .execute();
    return null;
  }
  const validAt = (result.found === 'answer' && result.validAt) || null;
  const isNew = change.state !== row.state;
  await sql`
    update invoice_submission
    set state = ${change.state}, authority_id = ${change.authorityId}, reason = ${change.reason}, detail = ${result.detail},
        valid_at = case when ${change.state} = 'valid' then coalesce(valid_at, ${validAt}::timestamptz, clock_timestamp())
          else valid_at end,
        attempts = case when ${isNew} then 0 else attempts end, version = version + 1, answered_at = clock_timestamp()
    where invoice_id = ${row.invoiceId}`.execute(db);
  return isNew ? change : null;
}

/** Stores that the issuer cancels a document. The timer asks the authority. */
export async function storeCancelling(db: Db, invoiceId: string, reason: string): Promise<void> {
  await sql`
    update invoice_submission
    set state = 'cancelling', cancel_reason = ${reason}, reason = null, detail = '', asked_at = null, attempts = 0,
        version = version + 1
    where invoice_id = ${invoiceId}`.execute(db);
}

/** Lets the timer ask about an unclear document again. Returns whether it was unclear. */
export async function reopenSubmission(db: Db, invoiceId: string): Promise<boolean> {
  const { rows } = await sql`
    update invoice_submission
    set state = case when cancel_reason <> '' then 'cancelling' else 'sent' end, reason = null, asked_at = null, attempts = 0,
        version = version + 1
    where invoice_id = ${invoiceId} and state = 'unclear' returning invoice_id`.execute(db);
  return rows.length > 0;
}
