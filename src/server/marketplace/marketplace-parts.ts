import { BUY_ORDERS_PAGE } from '#contract/marketplace/buy-order.ts';
import { MARKETPLACE_PAGE } from '#contract/marketplace/marketplace.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Brand } from '#server/platform/document/document.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import { lookAgain, openPageGroup, pageGroup } from '#server/platform/hub/look-again.ts';

/** What operations of the marketplace need from the composition root. */
export type MarketplaceParts = {
  readonly images: ImageLinks;
  readonly files: FileStore;
  readonly publicUrl: string;
  /** What statements are made in the name of, and in which currency. */
  readonly issuer: { readonly brand: Brand; readonly currency: string };
  /** Feature flag of the environment: without it everything here is refused. */
  readonly allowsMarketplace: boolean;
};

/** Open pages ask again for what changed, once this transaction commits. */
export const announceSellOrder = (db: Db, sellOrderId: string): Promise<void> =>
  lookAgain(db, [openPageGroup(MARKETPLACE_PAGE), openPageGroup(MARKETPLACE_PAGE, sellOrderId)]);

/** The same for a buy order: admins, and the members of the company whose it is. */
export async function announceBuyOrders(db: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const members = await db
    .selectFrom('account_member')
    .select('user_id')
    .distinct()
    .where('account_id', 'in', [...accountIds])
    .execute();
  await lookAgain(db, [
    pageGroup(BUY_ORDERS_PAGE),
    ...members.map(({ user_id: userId }) => pageGroup(BUY_ORDERS_PAGE, userId)),
  ]);
}
