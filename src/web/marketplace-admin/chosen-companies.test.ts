import { expect, it } from 'vitest';
import type { Buyer, PastedBuyer } from '#contract/marketplace/sell-order-buyer.ts';
import { choosePastedCompanies } from '#web/marketplace-admin/chosen-companies.ts';

const company = (name: string): Buyer => ({
  accountId: name,
  companyName: name,
  registrationNumber: `no ${name}`,
  status: 'Active',
});
const line = (text: string, finding: PastedBuyer['finding'], ...names: string[]): PastedBuyer => ({
  text,
  name: text,
  finding,
  candidates: names.map(company),
});

it('selects each unambiguous company once, and leaves the other lines in the box', () => {
  const { chosen, left } = choosePastedCompanies(
    [company('a')],
    [company('b')],
    [
      line('A', 'found', 'a'),
      line('B', 'found', 'b'),
      line('C', 'found', 'c'),
      line('C again', 'found', 'c'),
      line('De', 'ambiguous', 'd', 'e'),
      line('?', 'unknown'),
    ],
  );
  expect(chosen.map(({ accountId }) => accountId)).toEqual(['a', 'c']);
  expect(left.map(({ text, finding }) => [text, finding])).toEqual([
    ['A', 'repeated'],
    ['B', 'repeated'],
    ['C again', 'repeated'],
    ['De', 'ambiguous'],
    ['?', 'unknown'],
  ]);
});
