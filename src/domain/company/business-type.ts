/** Roles of a company in the market. The specification leaves the list open; decision 5 sets it. */
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
