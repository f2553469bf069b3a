/**
 * Countries of business accounts, and of the RECs traded on the platform (docs/rules.md#business-accounts). Their names
 * are phrases (`country.*`).
 */
export const COUNTRIES = ['CN', 'MY', 'VN'] as const;
export type Country = (typeof COUNTRIES)[number];
