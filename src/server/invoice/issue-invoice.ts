import { sql } from 'kysely';
import { centsOfText, textOfCents } from '#domain/basics/price.ts';
import { sumsOf, taxesOfLines } from '#domain/invoice/amounts.ts';
import { mayInvoice, missingOf, textsOfSums, type BothLanguages, type InvoiceKind } from '#domain/invoice/invoice.ts';
import { taxOn } from '#domain/invoice/tax.ts';
import { readBilling } from '#server/invoice/billing.ts';
import { asReceiver, bankOf, partyOf, refuseIncomplete } from '#server/invoice/invoice-parties.ts';
import { hasEffect } from '#server/invoice/submission-rows.ts';
import { inBoth, issueDay, storeInvoice, type IssueContext } from '#server/invoice/store-invoice.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { lockSettlement, type SettlementRow } from '#server/settlement/locked-settlement.ts';
import { readTrade, type TradeFacts } from '#server/settlement/trade-facts.ts';

/**
 * Issues the invoice of the seller to the buyer. Its net amount is what the buyer owes. Returns its id.
 * @throws Refused billing_incomplete, invoice_exists, invoice_not_due
 */
export async function issueSale(db: Db, settlementId: string, context: IssueContext): Promise<string> {
  const row = await lockSettlement(db, settlementId);
  if (!mayInvoice(row)) throw new Refused('invoice_not_due');
  const trade = await readTrade(db, row.id);
  return issue(db, row, context, {
    kind: 'sale',
    fee: null,
    issuerId: row.seller_account_id,
    receiverId: row.buyer_account_id,
    trade,
    lines: trade.products.map((product) => ({
      description: inBoth(({ product: nameOf }) => {
        const { country, fuelType, year, period } = product;
        return nameOf({ country, fuelType, vintage: { year, period } });
      }),
      quantity: product.quantity,
      unitCents: BigInt(trade.unitPriceCents),
    })),
  });
}

/**
 * Issues the invoice of the platform for its fee to one side. Returns its id.
 * @throws Refused billing_incomplete, invoice_exists, invoice_without_amount
 */
export async function issueFee(
  db: Db,
  settlementId: string,
  to: 'buyer' | 'seller',
  context: IssueContext,
): Promise<string> {
  const row = await lockSettlement(db, settlementId);
  const trade = await readTrade(db, row.id);
  const fee = centsOfText(to === 'buyer' ? trade.buyerFee : trade.sellerFee);
  if (fee === 0n) throw new Refused('invoice_without_amount');
  return issue(db, row, context, {
    kind: 'fee',
    fee: to,
    issuerId: null,
    receiverId: to === 'buyer' ? row.buyer_account_id : row.seller_account_id,
    trade,
    lines: [
      {
        description: inBoth(
          ({ words }) => words(`invoice.feeLine.${to}`, { title: trade.title }),
          await settingIn(db, 'feeNames'),
        ),
        quantity: 1,
        unitCents: fee,
      },
    ],
  });
}

type WantedInvoice = {
  readonly kind: InvoiceKind;
  /** The fee that is invoiced; null for a sale. */
  readonly fee: 'buyer' | 'seller' | null;
  readonly issuerId: string | null;
  readonly receiverId: string;
  readonly trade: TradeFacts;
  readonly lines: readonly { description: BothLanguages; quantity: number; unitCents: bigint }[];
};

async function issue(db: Db, row: SettlementRow, context: IssueContext, wanted: WantedInvoice): Promise<string> {
  const { kind, issuerId, receiverId, trade } = wanted;
  if (await findUncredited(db, { settlementId: row.id, kind, receiverId })) throw new Refused('invoice_exists');
  const billing = await readBilling(db, issuerId);
  const { issuedOn, issuedAt } = await issueDay(db, row);
  const tax = taxOn(billing.taxes, { day: issuedOn, dialect: context.dialect, fee: wanted.fee });
  const issuer = await partyOf(db, issuerId, billing);
  const receiver = asReceiver(await partyOf(db, receiverId, await readBilling(db, receiverId)), context.dialect);
  refuseIncomplete([
    { party: issuer, accountId: issuerId, fields: missingOf(issuer, 'issuer', { dialect: context.dialect, tax }) },
    {
      party: receiver,
      accountId: receiverId,
      fields: missingOf(receiver, 'receiver', { dialect: context.dialect, tax }),
    },
  ]);
  const nets = wanted.lines.map(({ quantity, unitCents }) => BigInt(quantity) * unitCents);
  const sums = sumsOf(
    nets.reduce((sum, net) => sum + net, 0n),
    tax,
  );
  const taxes = taxesOfLines(nets, tax);
  return storeInvoice(
    db,
    { row, context, issuerId, receiverId, correctsId: null, billing, sums, issuedOn },
    (number) => ({
      type: 'invoice',
      kind,
      number,
      issuedOn,
      issuedAt,
      dueOn: kind === 'sale' ? (trade.paymentDueOn ?? issuedOn) : issuedOn,
      currency: context.currency,
      issuer,
      receiver,
      bank: bankOf(billing),
      trade: trade.title,
      tradeReference: row.id,
      corrects: null,
      lines: wanted.lines.map(({ description, quantity, unitCents }, at) => ({
        description,
        quantity,
        unitPrice: textOfCents(unitCents),
        net: textOfCents(nets[at] ?? 0n),
        taxAmount: textOfCents(taxes[at] ?? 0n),
      })),
      tax,
      ...textsOfSums(sums),
    }),
  );
}

/** Returns whether an invoice of this kind exists that has an effect, and is not taken back as a whole. */
async function findUncredited(
  db: Db,
  { settlementId, kind, receiverId }: { settlementId: string; kind: InvoiceKind; receiverId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from invoice
    where settlement_id = ${settlementId} and kind = ${kind} and receiver_account_id = ${receiverId} and type = 'invoice'
      and ${hasEffect(sql`invoice.id`)}
      and net > (select coalesce(sum(net), 0) from invoice note
        where note.corrects_id = invoice.id and ${hasEffect(sql`note.id`)})`.execute(db);
  return rows.length > 0;
}
