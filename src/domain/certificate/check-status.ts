/** The states of a device or a lot: an administrator verifies or rejects it (docs/rules.md#certificates). */
export const CHECK_STATUSES = ['Submitted', 'Verified', 'Rejected'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** The decisions of an administrator, which are the states that they lead to. */
export const DECISIONS = ['Verified', 'Rejected'] as const;
export type Decision = (typeof DECISIONS)[number];
