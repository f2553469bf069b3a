import { unwatchAuction, watchAuction } from '#contract/notice.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import { keepAuction } from '#server/auction/keep-auction.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** The watch list: whoever may see an auction may keep an eye on it, administrators too. */
export const watchOperations: readonly Operation[] = [
  operation(watchAuction, async ({ db, caller, params }) => {
    if (!(await findAuction(db, caller, params.id))) throw new Refused('not_found');
    await keepAuction(db, params.id);
    await db
      .insertInto('watch')
      .values({ user_id: caller.userId, auction_id: params.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {};
  }),

  // Also of an auction that became invisible: that says nothing about it.
  operation(unwatchAuction, async ({ db, caller, params }) => {
    await db.deleteFrom('watch').where('user_id', '=', caller.userId).where('auction_id', '=', params.id).execute();
    return {};
  }),
];
