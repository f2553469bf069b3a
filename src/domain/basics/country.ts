/** Countries of business accounts, and of RECs traded here (specification 9); words stand in the phrases (`country.*`). */
export const COUNTRIES = ['CN', 'MY', 'VN'] as const;
export type Country = (typeof COUNTRIES)[number];
