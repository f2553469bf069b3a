import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '#contract/notice.ts';
import type { BidderId } from '#domain/basics/ids.ts';
import { createOutbidWatch } from '#server/auction-notice/notify-outbid.ts';
import type { Db } from '#server/platform/database/database.ts';
import { asBidder, judgeRequest } from '#server/room/judging/judge-request.ts';
import { loadRoom } from '#server/room/store/load-room.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());

/** Returns a database whose first query fails. */
function awayOnce(db: Db): Db {
  let isAway = true;
  return new Proxy(db, {
    get(target, name) {
      if (name === 'selectFrom' && isAway) {
        isAway = false;
        throw new Error('the database is away');
      }
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? (found.bind(target) as unknown) : found;
    },
  });
}

test('bids of a failed check are checked the next time', async () => {
  const { db } = w.database;
  const [admin, owner, anna, bo] = [
    await w.signedIn({ role: 'Admin' }),
    await w.signedIn(),
    await w.signedIn(),
    await w.signedIn(),
  ];
  const { auctionId, itemIds, bidderIds } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    startsIn: -3_600,
    items: [{ quantity: 100 }],
    bidders: [{ person: anna }, { person: bo }],
  });
  // The lines are written without this process's rooms, because the rooms would also send notifications.
  const state = await loadRoom(roomRows(db), auctionId);
  if (!state) throw new Error('there is no such auction');
  const lines = bidderIds.flatMap((bidderId, index) => {
    const bidder = state.settings.bidders.get(bidderId as BidderId);
    if (!bidder) return [];
    const offer = { auctionItemId: itemIds[0] ?? '', price: 5 + index, quantity: 100, bidderPartialFulfillment: false };
    const request = { ...asBidder(bidder), type: 'place', entry: 'live', bids: [offer] } as const;
    return judgeRequest(state, request, Date.now()).lines;
  });
  expect(lines).toHaveLength(2);
  await roomRows(db).write(lines, []);

  let look = (): void => undefined;
  const failures: unknown[] = [];
  const watch = createOutbidWatch({
    db: awayOnce(db),
    clock: { nowMs: () => Date.now() },
    timers: {
      every: (_ms, task) => {
        look = task;
        return () => undefined;
      },
    },
    usersInRoom: () => new Set(),
    failed: (error) => void failures.push(error),
  });
  watch.moved(state, state.touched.splice(0));
  look();
  await expect.poll(() => failures.length).toBe(1);
  look();
  const kinds = async () => (await w.call(anna, listNotices)).data.items.map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(['outbid']);
});
