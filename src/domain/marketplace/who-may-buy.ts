import { judgeActing, type ActingRefusal, type Membership } from '#domain/access/may.ts';

export type SellOrderAudience = {
  readonly sellerAccountId: string;
  /** Accounts that share a member with the seller's account. */
  readonly relatedAccountIds: readonly string[];
  /**
   * Accounts that may see the sell order and buy from it. If the list is empty, every Active account may
   * (docs/rules.md#sell-orders).
   */
  readonly buyerAccountIds: readonly string[];
};

const isListed = ({ buyerAccountIds }: SellOrderAudience, accountId: string): boolean =>
  buyerAccountIds.length === 0 || buyerAccountIds.includes(accountId);

/**
 * Returns whether a user may see a published sell order (docs/rules.md#business-accounts). The seller may see it, and
 * so may Active accounts that may buy from it. A user who has already ordered may see it too, even if the user's
 * account is blacklisted. For all other users the order does not exist.
 */
export const maySeeSellOrder = (
  accounts: readonly Pick<Membership, 'id' | 'status'>[],
  audience: SellOrderAudience,
  hasOrdered: boolean,
): boolean =>
  hasOrdered ||
  accounts.some(({ id, status }) => id === audience.sellerAccountId || (status === 'Active' && isListed(audience, id)));

export const BUYER_REFUSALS = [
  'account_blacklisted',
  'viewer_cannot_act',
  'buyer_is_seller',
  'buyer_related_to_seller',
  'buyer_not_listed',
] as const;
type BuyerRefusal = ActingRefusal | Exclude<(typeof BUYER_REFUSALS)[number], ActingRefusal>;

/** Returns why a member may not buy from a sell order for this account; undefined if the member may. */
export function judgeBuyer(
  account: Pick<Membership, 'id' | 'status' | 'role'>,
  audience: SellOrderAudience,
): BuyerRefusal | undefined {
  const refused = judgeActing(account);
  if (refused) return refused;
  if (account.id === audience.sellerAccountId) return 'buyer_is_seller';
  if (audience.relatedAccountIds.includes(account.id)) return 'buyer_related_to_seller';
  return isListed(audience, account.id) ? undefined : 'buyer_not_listed';
}
