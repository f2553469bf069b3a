import { BUY_ORDERS_PAGE } from '#contract/marketplace/buy-order.ts';
import { MARKETPLACE_PAGE } from '#contract/marketplace/marketplace.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Brand } from '#server/platform/document/document.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import { invalidate, openPageGroup, pageGroup } from '#server/platform/hub/invalidate.ts';

/** Dependencies of the marketplace's operations, from the composition root. */
export type MarketplaceParts = {
  readonly images: ImageLinks;
  readonly files: FileStore;
  readonly publicUrl: string;
  /** The brand that issues the statements, and the currency of their amounts. */
  readonly issuer: { readonly brand: Brand; readonly currency: string };
  /** Feature flag of the environment. If it is off, every call of the marketplace is refused. */
  readonly allowsMarketplace: boolean;
};

/** Tells open pages to load this sell order again, once this transaction commits. */
export const announceSellOrder = (db: Db, sellOrderId: string): Promise<void> =>
  invalidate(db, [openPageGroup(MARKETPLACE_PAGE), openPageGroup(MARKETPLACE_PAGE, sellOrderId)]);

/**
 * Tells open pages of admins and of these companies' members to load buy orders again, once this transaction commits.
 */
export async function announceBuyOrders(db: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const members = await db
    .selectFrom('account_member')
    .select('user_id')
    .distinct()
    .where('account_id', 'in', [...accountIds])
    .execute();
  await invalidate(db, [
    pageGroup(BUY_ORDERS_PAGE),
    ...members.map(({ user_id: userId }) => pageGroup(BUY_ORDERS_PAGE, userId)),
  ]);
}
