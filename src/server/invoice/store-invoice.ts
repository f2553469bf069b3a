import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { BASE_LANGUAGES } from '#domain/basics/language.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { InvoiceSums } from '#domain/invoice/amounts.ts';
import { numberOf, type BothLanguages, type Invoice } from '#domain/invoice/invoice.ts';
import type { InvoiceDialect } from '#domain/invoice/tax.ts';
import { FEE_NAMES } from '#domain/platform-setting/fee-names.ts';
import { announceInvoice } from '#server/invoice/announce-invoice.ts';
import type { Billing } from '#server/invoice/billing.ts';
import { prepareSubmission } from '#server/invoice/submission-rows.ts';
import type { Db } from '#server/platform/database/database.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';
import { todayOf } from '#server/settlement/calendar.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';

/** The dialect and the currency of the variant, the user who issues, and what follows. */
export type IssueContext = {
  readonly dialect: InvoiceDialect;
  readonly currency: string;
  readonly userId: string;
  /** Whether documents go to the tax authority. */
  readonly isReported: boolean;
  /** The address of the platform, for emails. */
  readonly publicUrl: string;
};

/** Returns a text of a document in each language. */
export const inBoth = (write: (writer: Writer) => string, feeNames = FEE_NAMES): BothLanguages => {
  const [en = '', zh = ''] = BASE_LANGUAGES.map((language) =>
    write(writerFor({ language, timeZone: 'UTC', feeNames })),
  );
  return { en, zh };
};

type IssueDay = Pick<Invoice, 'issuedOn' | 'issuedAt'>;

/** Returns the day of issue in the country of the settlement's calendar, and the time. */
export async function issueDay(db: Db, { calendar }: SettlementRow): Promise<IssueDay> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return { issuedOn: await todayOf(db, calendar), issuedAt: (rows[0]?.now ?? new Date(0)).toISOString() };
}

type NewInvoice = {
  readonly row: SettlementRow;
  readonly context: IssueContext;
  readonly issuerId: string | null;
  readonly receiverId: string;
  readonly correctsId: string | null;
  readonly billing: Billing;
  readonly sums: InvoiceSums;
  readonly issuedOn: string;
};

const PREFIXES = { invoice: 'INV', creditNote: 'CRN' } as const;

/**
 * Stores a document under the next number of its issuer's series, tells its receiver, and returns its id. The row of the series stays locked
 * until the commit, so no number is left out.
 */
export async function storeInvoice(
  db: Db,
  { row, context, issuerId, receiverId, correctsId, billing, sums, issuedOn }: NewInvoice,
  contentOf: (number: string) => Invoice,
): Promise<string> {
  const type = correctsId === null ? 'invoice' : 'creditNote';
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series (issuer_account_id, type, year, last)
    values (${issuerId}, ${type}, ${Number(issuedOn.slice(0, 4))}, 1)
    on conflict (issuer_account_id, type, year) do update set last = invoice_series.last + 1
    returning last`.execute(db);
  const own = billing.fields.invoicePrefix === '' ? [] : [billing.fields.invoicePrefix];
  const series = issuerId === null && type === 'invoice' ? 'FEE' : PREFIXES[type];
  const content = contentOf(numberOf([...own, series].join('-'), issuedOn, rows[0]?.last ?? 1));
  const id = randomUUID();
  await db
    .insertInto('invoice')
    .values({
      id,
      settlement_id: row.id,
      issuer_account_id: issuerId,
      receiver_account_id: receiverId,
      type,
      kind: content.kind,
      number: content.number,
      corrects_id: correctsId,
      issued_at: content.issuedAt,
      issued_by: context.userId,
      net: textOfCents(sums.netCents),
      tax: textOfCents(sums.taxCents),
      payable: textOfCents(sums.payableCents),
      content: JSON.stringify(content),
    })
    .execute();
  if (context.isReported) await prepareSubmission(db, id);
  await announceInvoice(
    db,
    { settlementId: row.id, issuerId, receiverId, content },
    {
      event: type === 'invoice' ? 'invoiceIssued' : 'creditNoteIssued',
      invoiceId: id,
      userId: context.userId,
      publicUrl: context.publicUrl,
    },
  );
  return id;
}
