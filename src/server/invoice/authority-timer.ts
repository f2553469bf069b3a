import { sql } from 'kysely';
import type { InvoiceEvent } from '#domain/settlement/tracks.ts';
import { afterFinding, type AuthorityState } from '#domain/invoice/authority.ts';
import { announceInvoice } from '#server/invoice/announce-invoice.ts';
import { myInvoisText } from '#server/invoice/structured-file.ts';
import { documentOf, lockSubmission, storeResult, type SubmissionRow } from '#server/invoice/submission-rows.ts';
import type { AuthorityResult, TaxAuthority } from '#server/invoice/tax-authority.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';

const LOOK_EVERY_MS = 60_000;
/** The maximum number of documents in one run. The next run handles the others. */
const AT_ONCE_MAX = 100;
/** The authority lists a new document some minutes later, and refuses the same request for ten minutes. */
const SENT_SECONDS = 900;
/** A check takes some seconds, seldom minutes. */
const PENDING_SECONDS = 60;

type Deps = {
  readonly db: Db;
  readonly authority: TaxAuthority;
  readonly publicUrl: string;
  readonly failed: (error: unknown) => void;
};

/** Starts the timer that sends documents to the tax authority and asks what became of them. Every process may run it. */
export const startAuthorityTimer = (deps: Deps & Parameters<typeof pollEvery>[0]): (() => void) =>
  pollEvery(deps, LOOK_EVERY_MS, () => askAuthority(deps));

type Waits = { readonly sent: number; readonly pending: number };

/**
 * Sends prepared documents to the tax authority, and asks about the others. If one fails, the others are still handled.
 *
 * @param waits seconds between two questions about a document that was sent, or is checked
 */
export async function askAuthority(
  deps: Deps,
  waits: Waits = { sent: SENT_SECONDS, pending: PENDING_SECONDS },
): Promise<void> {
  const asked: string[] = [];
  await refuseCorrections(deps.db);
  for (let count = 0; count < AT_ONCE_MAX; count++) {
    const claimed = await claim(deps.db, waits, asked);
    if (!claimed) break;
    asked.push(claimed.row.invoiceId);
    await ask(deps, claimed).catch(deps.failed);
  }
}

/** Ends credit notes that were not sent, and whose invoice has no effect at the authority. */
async function refuseCorrections(db: Db): Promise<void> {
  await sql`
    update invoice_submission note set state = 'rejected', reason = 'correctedRefused', version = note.version + 1
    from invoice, invoice_submission corrected
    where note.state = 'prepared' and invoice.id = note.invoice_id and corrected.invoice_id = invoice.corrects_id
      and corrected.state in ('rejected', 'cancelled')`.execute(db);
}

type Claimed = { readonly row: SubmissionRow; readonly before: AuthorityState; readonly isFirst: boolean };

/**
 * Claims the next document that is due, and marks it as sent before the authority is asked. If this process then dies,
 * the next one first looks for the document. A credit note waits until the authority has accepted its invoice.
 */
const claim = (db: Db, { sent, pending }: Waits, asked: readonly string[]): Promise<Claimed | undefined> =>
  db.transaction().execute(async (transaction): Promise<Claimed | undefined> => {
    const { rows } = await sql<{ id: string; before: AuthorityState; isFirst: boolean }>`
      select invoice_id as id, state as before, asked_at is null as "isFirst" from invoice_submission
      where invoice_id <> all(${[...asked]}::uuid[]) and (
        state = 'prepared' and not exists (
          select from invoice join invoice_submission corrected on corrected.invoice_id = invoice.corrects_id
          where invoice.id = invoice_submission.invoice_id and corrected.state <> 'valid')
        or state in ('sent', 'cancelling')
          and coalesce(asked_at <= clock_timestamp() - make_interval(secs => ${sent}), true)
        or state = 'pending' and asked_at <= clock_timestamp() - make_interval(secs => ${pending}))
      order by asked_at nulls first, invoice_id limit 1 for update skip locked`.execute(transaction);
    const [due] = rows;
    if (!due) return undefined;
    await sql`
      update invoice_submission set asked_at = clock_timestamp(), attempts = attempts + 1,
        state = case state when 'prepared' then 'sent' else state end
      where invoice_id = ${due.id}`.execute(transaction);
    const row = await lockSubmission(transaction, due.id);
    return row && { row, before: due.before, isFirst: due.isFirst };
  });

async function ask(deps: Deps, { row, before, isFirst }: Claimed): Promise<void> {
  const { authority } = deps;
  const document = documentOf(row);
  const act = (): Promise<AuthorityResult> =>
    row.state === 'cancelling'
      ? authority.cancel(document, row.cancelReason)
      : authority.submit(document, myInvoisText(row.content, row.correctedId));
  const isNew = before === 'prepared' || (before === 'cancelling' && isFirst);
  const first = isNew ? await act() : await authority.poll(document);
  // Only a look that proves that the authority did not carry out the request allows to send it again.
  const isAgain = !isNew && afterFinding(row, first) === 'again';
  await hear(deps, row, isAgain ? await act() : first);
}

/** The news that follow from a new state. */
const EVENTS: Partial<Record<AuthorityState, InvoiceEvent>> = {
  rejected: 'invoiceRefused',
  cancelled: 'invoiceCancelled',
};

/** Stores what the authority said, and tells the side that it concerns. */
async function hear(
  { db, publicUrl }: Deps,
  { invoiceId, settlementId }: SubmissionRow,
  result: AuthorityResult,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The settlement first, as everywhere else, so that two transactions never wait for each other.
    await lockSettlement(transaction, settlementId);
    const row = await lockSubmission(transaction, invoiceId);
    if (!row || !['sent', 'pending', 'cancelling'].includes(row.state)) return;
    const change = await storeResult(transaction, row, result);
    const event = change && EVENTS[change.state];
    if (event) await announceInvoice(transaction, row, { event, invoiceId, userId: null, publicUrl });
  });
}
