import type { Tax } from '#domain/invoice/tax.ts';

/** The sums of an invoice or a credit note in minor units of the currency. */
export type InvoiceSums = { readonly netCents: bigint; readonly taxCents: bigint; readonly payableCents: bigint };

/**
 * Returns the sums of a document whose lines all have the same tax. The tax is rounded half up once, on the sum of the
 * lines, as EN 16931 requires (BR-CO-17). Net amounts are never rounded: they are amounts of awards, orders and fees.
 */
export function sumsOf(netCents: bigint, { rateHundredths }: Pick<Tax, 'rateHundredths'>): InvoiceSums {
  const taxCents = (netCents * BigInt(rateHundredths) + 5_000n) / 10_000n;
  return { netCents, taxCents, payableCents: netCents + taxCents };
}

/**
 * Returns the tax of each line, in minor units. Each is rounded so that the taxes of the first lines add up to the tax on
 * their sum. So the taxes of all lines add up to the tax of the document.
 */
export function taxesOfLines(nets: readonly bigint[], tax: Pick<Tax, 'rateHundredths'>): bigint[] {
  let before: InvoiceSums = { netCents: 0n, taxCents: 0n, payableCents: 0n };
  return nets.map((net) => {
    const after = sumsOf(before.netCents + net, tax);
    const taxCents = after.taxCents - before.taxCents;
    before = after;
    return taxCents;
  });
}

/** The sums of an invoice, and what its credit notes have taken back. */
export type Credited = { readonly invoice: InvoiceSums; readonly credited: InvoiceSums };

export const CREDIT_REFUSALS = ['credit_amount_invalid', 'credit_more_than_invoiced'] as const;
export type CreditRefusal = (typeof CREDIT_REFUSALS)[number];

/**
 * Returns the sums of a credit note over a net amount, or why there can be none. The last credit note takes back all
 * the remaining tax, so the rounded taxes of several credit notes add up to the tax of their invoice.
 */
export function creditOf(
  { invoice, credited }: Credited,
  netCents: bigint,
  tax: Pick<Tax, 'rateHundredths'>,
): InvoiceSums | CreditRefusal {
  if (netCents <= 0n) return 'credit_amount_invalid';
  const remaining = invoice.netCents - credited.netCents;
  if (netCents > remaining) return 'credit_more_than_invoiced';
  const openTax = invoice.taxCents - credited.taxCents;
  const { taxCents } = sumsOf(netCents, tax);
  const taken = netCents === remaining || taxCents > openTax ? openTax : taxCents;
  return { netCents, taxCents: taken, payableCents: netCents + taken };
}
