export const ACCOUNT_STATUSES = ['Active', 'Blacklisted'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Kinds of events in the history of a business account. The history stores who did something, and when. */
export const ACCOUNT_CHANGES = [
  'approved',
  'edited',
  'blacklisted',
  'reinstated',
  'max_bid_quantity',
  'member_invited',
  'member_joined',
  'member_changed',
  'member_removed',
  'invitation_revoked',
  'api_key_made',
  'api_key_revoked',
  'webhook_made',
  'webhook_changed',
  'webhook_removed',
] as const;
export type AccountChangeKind = (typeof ACCOUNT_CHANGES)[number];

/** The value of a field before and after a change. */
export type FieldChange = { readonly field: string; readonly before: string; readonly after: string };

/** Returns the fields that differ, in the order of the fields of `after`. */
export function changesBetween<Fields extends Readonly<Record<string, string>>>(
  before: Fields,
  after: Fields,
): FieldChange[] {
  return Object.entries(after)
    .map(([field, text]) => ({ field, before: before[field] ?? '', after: text }))
    .filter((change) => change.before !== change.after);
}

/** Refuses an edit that is based on an older version. Otherwise the edit could overwrite another person's changes. */
export const judgeEdit = (version: number, seenVersion: number): 'account_changed' | undefined =>
  version === seenVersion ? undefined : 'account_changed';
