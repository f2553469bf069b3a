/** Roles of a company in the market. The specification does not list them; decision 5 does. */
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
