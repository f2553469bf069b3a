export const ACCOUNT_STATUSES = ['Active', 'Blacklisted'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** What can happen to a business account, each a line of its history: who, when, what. */
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

/** What stood in a field before and after. */
export type FieldChange = { readonly field: string; readonly before: string; readonly after: string };

/** The fields that differ, in the order in which they are given. */
export function changesBetween<Fields extends Readonly<Record<string, string>>>(
  before: Fields,
  after: Fields,
): FieldChange[] {
  return Object.entries(after)
    .map(([field, text]) => ({ field, before: before[field] ?? '', after: text }))
    .filter((change) => change.before !== change.after);
}

/** Who edits says which version was seen: nobody writes over what somebody else wrote meanwhile. */
export const judgeEdit = (version: number, seenVersion: number): 'account_changed' | undefined =>
  version === seenVersion ? undefined : 'account_changed';
