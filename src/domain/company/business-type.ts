/** What a company does in the market; the specification leaves the list open, decision 5 closes it. */
export const BUSINESS_TYPES = [
  'Generator',
  'Developer',
  'Utility',
  'Trader',
  'CorporateBuyer',
  'Government',
  'Other',
] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];
