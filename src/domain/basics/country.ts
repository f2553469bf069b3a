/**
 * Countries of business accounts, and of RECs traded here (docs/rules.md#business-accounts); words stand in the phrases
 * (`country.*`).
 */
export const COUNTRIES = ['CN', 'MY', 'VN'] as const;
export type Country = (typeof COUNTRIES)[number];
