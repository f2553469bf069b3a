import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { beginChange, settleChange } from '#server/room/judging/settle-change.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, type World } from '#testing/world/world.ts';

let w: World;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());

test('a change after the closing adds no entry after the last one', async () => {
  const { db } = w.database;
  const [admin, owner] = [await w.signedIn({ role: 'Admin' }), await w.signedIn()];
  const by = { ownerAccountId: owner.accountId, createdBy: admin.userId };
  const change = (id: string) =>
    db.transaction().execute(async (own) => settleChange(await beginChange(roomRows(own), id), admin.userId));
  const kindsOf = async (id: string) => {
    const lines = await db
      .selectFrom('bid_history')
      .select('kind')
      .where('auction_id', '=', id)
      .orderBy('seq')
      .execute();
    return lines.map(({ kind }) => kind);
  };
  const { auctionId } = await insertAuction(db, { ...by, startsIn: -120, endsIn: -60 });
  await w.call(admin, getResultAsAdmin, { params: { id: auctionId } });
  const closed = await kindsOf(auctionId);
  expect(closed.at(-1)).toBe('closed');
  await change(auctionId);
  expect(await kindsOf(auctionId)).toEqual(closed);

  const live = await insertAuction(db, { ...by, startsIn: -60, endsIn: 60 });
  await change(live.auctionId);
  expect((await kindsOf(live.auctionId)).at(-1)).toBe('changed');
});
