export const ACCOUNT_STATUSES = ['Active', 'Blacklisted'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
