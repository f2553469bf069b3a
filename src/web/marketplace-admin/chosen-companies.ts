import type { Buyer, PastedBuyer } from '#contract/marketplace/sell-order-buyer.ts';

/** A pasted line that stays in the box, and why. */
export type LeftLine = Omit<PastedBuyer, 'finding'> & {
  readonly finding: Exclude<PastedBuyer['finding'], 'found'> | 'repeated';
};

type Taken = { readonly chosen: readonly Buyer[]; readonly left: readonly LeftLine[] };

export const isIn = (buyers: readonly Buyer[], { accountId }: Pick<Buyer, 'accountId'>): boolean =>
  buyers.some((one) => one.accountId === accountId);

/** Chooses every company that a pasted list means without doubt and that isn't a buyer already; the other lines are left. */
export function choosePasted(
  before: readonly Buyer[],
  present: readonly Buyer[],
  lines: readonly PastedBuyer[],
): Taken {
  const chosen = [...before];
  const left: LeftLine[] = [];
  for (const { finding, ...line } of lines) {
    const [company] = line.candidates;
    if (finding !== 'found' || !company) left.push({ ...line, finding: finding === 'found' ? 'unknown' : finding });
    else if (isIn(chosen, company) || isIn(present, company)) left.push({ ...line, finding: 'repeated' });
    else chosen.push(company);
  }
  return { chosen, left };
}
