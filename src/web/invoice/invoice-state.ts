import type { InvoiceView } from '#contract/invoice/invoice.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { centsOfText, decimalOfCents } from '#domain/basics/price.ts';
import { isVoid } from '#domain/invoice/authority.ts';

/** How much of an invoice credit notes have taken back. */
export type CreditState = 'issued' | 'partCredited' | 'credited';

/** Returns how much of a document is taken back. A credit note is only ever issued. */
export function creditStateOf({ credited, payable }: Pick<InvoiceView, 'credited' | 'payable'>): CreditState {
  if (Number(credited) === 0) return 'issued';
  return credited === payable ? 'credited' : 'partCredited';
}

/** Returns the amount without tax that credit notes can still take back, in the currency's unit. */
export const remainingNet = ({
  net,
  creditedNet,
  currency,
}: Pick<InvoiceView, 'net' | 'creditedNet' | 'currency'>): number =>
  decimalOfCents(Number(centsOfText(net) - centsOfText(creditedNet)), decimalsOf(currency));

/** Returns whether a document has an effect: the tax authority has not refused it, and it was not cancelled there. */
export const hasEffect = ({ authority }: Pick<InvoiceView, 'authority'>): boolean => !isVoid(authority?.state ?? null);

/** Returns whether a document is an invoice that credit notes can still take back. */
export const isCreditable = (invoice: InvoiceView): boolean =>
  invoice.type === 'invoice' && hasEffect(invoice) && creditStateOf(invoice) !== 'credited';
