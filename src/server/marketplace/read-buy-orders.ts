import {
  getBuyOrderAsAdmin,
  getOwnBuyOrder,
  listBuyOrdersAsAdmin,
  listOwnBuyOrders,
} from '#contract/marketplace/buy-order.ts';
import { pageOfBuyOrders, partsOf, requireBuyOrder } from '#server/marketplace/buy-order-rows.ts';
import { presentBuyOrder, presentToAdmin, presentToBuyer } from '#server/marketplace/present-buy-order.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

export const ownAccountIds = ({ accounts }: Caller): string[] => accounts.map(({ id }) => id);

/** What admins read of all buy orders, and members of their companies'. */
export const buyOrderReads: readonly Operation[] = [
  operation(listBuyOrdersAsAdmin, async ({ db, query }) => {
    const { rows, count } = await pageOfBuyOrders(db, query);
    return longPageOf(rows.map(presentBuyOrder), count, query);
  }),

  operation(getBuyOrderAsAdmin, async ({ db, params }) =>
    presentToAdmin(await requireBuyOrder(db, params.id), await partsOf(db, [params.id])),
  ),

  operation(listOwnBuyOrders, async ({ db, caller, query }) => {
    const { rows, count } = await pageOfBuyOrders(db, query, ownAccountIds(caller));
    return longPageOf(rows.map(presentBuyOrder), count, query);
  }),

  operation(getOwnBuyOrder, async ({ db, caller, params }) => {
    const row = await requireBuyOrder(db, params.id, ownAccountIds(caller));
    return presentToBuyer(row, await partsOf(db, [row.id]), caller.accounts);
  }),
];
