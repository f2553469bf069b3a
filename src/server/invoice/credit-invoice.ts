import { sql } from 'kysely';
import { centsOfText } from '#domain/basics/price.ts';
import { judgeText, REMARK_LENGTH_MAX } from '#domain/basics/text.ts';
import { creditOf, type InvoiceSums } from '#domain/invoice/amounts.ts';
import { textsOfSums, type Invoice, type InvoiceLine } from '#domain/invoice/invoice.ts';
import { readBilling } from '#server/invoice/billing.ts';
import { hasEffect, isVoidDocument } from '#server/invoice/submission-rows.ts';
import { inBoth, issueDay, storeInvoice, type IssueContext } from '#server/invoice/store-invoice.ts';
import type { Db } from '#server/platform/database/database.ts';
import { rounded } from '#server/platform/database/money.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { lockSettlement } from '#server/settlement/locked-settlement.ts';

type Credited = {
  readonly type: string;
  readonly issuerId: string | null;
  readonly receiverId: string;
  readonly content: Invoice;
  readonly creditedNet: string;
  readonly creditedTax: string;
};

type Wanted = {
  readonly invoiceId: string;
  /** The settlement of the invoice. */
  readonly settlementId: string;
  readonly net: string;
  readonly reason: string;
};

/**
 * Takes back an invoice in whole or in part with a credit note. The caller has checked who may. Returns its id.
 * @throws Refused credit_of_credit_note, invoice_void, credit_more_than_invoiced, credit_amount_invalid, or for the reason
 */
export async function creditInvoice(
  db: Db,
  { invoiceId, settlementId, net, reason }: Wanted,
  context: IssueContext,
): Promise<string> {
  const said = reason.trim();
  refuseFields({ reason: judgeText(said, REMARK_LENGTH_MAX) });
  // The lock of the settlement puts its documents one after the other, so two credit notes never take back too much.
  const row = await lockSettlement(db, settlementId);
  const { type, issuerId, receiverId, content, creditedNet, creditedTax } = await findCredited(db, invoiceId);
  if (type === 'creditNote') throw new Refused('credit_of_credit_note');
  if (await isVoidDocument(db, invoiceId)) throw new Refused('invoice_void');
  const sums = creditOf(
    { invoice: sumsOfTexts(content.net, content.taxAmount), credited: sumsOfTexts(creditedNet, creditedTax) },
    centsOfText(net),
    content.tax,
  );
  if (typeof sums === 'string') throw new Refused(sums, {}, { net: { code: sums } });
  const { issuedOn, issuedAt } = await issueDay(db, row);
  const billing = await readBilling(db, issuerId);
  const amounts = textsOfSums(sums);
  const line: InvoiceLine = {
    description: inBoth(({ words }) => words('invoice.creditLine', { number: content.number })),
    quantity: 1,
    unitPrice: amounts.net,
    net: amounts.net,
    taxAmount: amounts.taxAmount,
  };
  return storeInvoice(
    db,
    { row, context, issuerId, receiverId, correctsId: invoiceId, billing, sums, issuedOn },
    (number) => ({
      ...content,
      type: 'creditNote',
      number,
      issuedOn,
      issuedAt,
      dueOn: null,
      bank: null,
      corrects: { number: content.number, issuedOn: content.issuedOn, reason: said },
      lines: [line],
      ...amounts,
    }),
  );
}

const sumsOfTexts = (net: string, tax: string): InvoiceSums => {
  const [netCents, taxCents] = [centsOfText(net), centsOfText(tax)];
  return { netCents, taxCents, payableCents: netCents + taxCents };
};

async function findCredited(db: Db, invoiceId: string): Promise<Credited> {
  const { rows } = await sql<Credited>`
    select type, issuer_account_id as "issuerId", receiver_account_id as "receiverId", content,
           (select ${rounded(sql`coalesce(sum(net), 0)`)}::text from invoice note
             where note.corrects_id = invoice.id and ${hasEffect(sql`note.id`)}) as "creditedNet",
           (select ${rounded(sql`coalesce(sum(tax), 0)`)}::text from invoice note
             where note.corrects_id = invoice.id and ${hasEffect(sql`note.id`)}) as "creditedTax"
    from invoice where id = ${invoiceId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Refused('not_found');
  return found;
}
