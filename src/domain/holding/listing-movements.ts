import type { Movement, LedgerAccount } from '#domain/holding/ledger.ts';

/** An item of an auction or a sell order, with the fields that the ledger needs. */
export type ListedItem = {
  /** The ledger account in which the item is listed. */
  readonly account: LedgerAccount;
  /**
   * The ledger account from which the item's RECs come: the seller's supply, or one of its holdings. Unsold RECs return
   * to this account.
   */
  readonly source: LedgerAccount;
  /** The number of RECs that should be listed. */
  readonly quantity: number;
};

export type ListedBalance = { readonly account: LedgerAccount; readonly balance: number };

const accountKey = ({ kind, accountId, product: goods, sourceId }: LedgerAccount): string =>
  [kind, accountId, goods.country, goods.fuelType, goods.vintageYear, goods.vintagePeriod, sourceId].join(' ');

const offerKey = ({ account: place, source }: ListedItem): string => `${accountKey(place)} ${accountKey(source)}`;

/**
 * Returns the movements that change a listing from the items `before` to the items `after`. If an item was removed or
 * has another source now, its RECs return to the old source. For all other items only the difference moves.
 */
export function listingMovements(
  before: readonly ListedItem[],
  after: readonly ListedItem[],
  balances: readonly ListedBalance[],
): Movement[] {
  const balanceOf = new Map(balances.map(({ account: place, balance }) => [accountKey(place), balance]));
  const stays = new Set(after.map(offerKey));
  const was = new Set(before.map(offerKey));
  const gone = before.filter((item) => !stays.has(offerKey(item)));
  return [
    ...gone.flatMap((item) => move(item, -(balanceOf.get(accountKey(item.account)) ?? 0))),
    ...after.flatMap((item) => {
      const listed = was.has(offerKey(item)) ? (balanceOf.get(accountKey(item.account)) ?? 0) : 0;
      return move(item, item.quantity - listed);
    }),
  ];
}

function move({ account: place, source }: ListedItem, more: number): Movement[] {
  if (more > 0) return [{ kind: 'listed', from: source, to: place, quantity: more }];
  return more < 0 ? [{ kind: 'returned', from: place, to: source, quantity: -more }] : [];
}
