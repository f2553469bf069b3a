import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBid } from '#contract/bidding/bidding.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** Creates an auction with one bid. The auction ended `secondsAgo` seconds ago. */
async function anEndedAuction(secondsAgo: number): Promise<TestAuction> {
  const { db } = w.database;
  const bidders = [{ person: anna }];
  const auction = await insertAuction(db, { ownerAccountId: owner.accountId, createdBy: admin.userId, bidders });
  const body = { auctionItemId: auction.itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: false };
  await w.call(anna, placeBid, { params: { id: auction.auctionId }, body });
  await moveAuction(db, auction.auctionId, -100, -secondsAgo);
  return auction;
}

const isClosed = async ({ auctionId }: TestAuction): Promise<boolean> => {
  const row = await w.database.db.selectFrom('auction').select('closed_at').where('id', '=', auctionId).execute();
  return row[0]?.closed_at !== null;
};

test('an auction that cannot be closed delays no other, and is closed once it can be', async () => {
  await w.database.exec(`
    create function refuse_award() returns trigger language plpgsql as 'begin raise exception ''no room''; end';
    create trigger refuse_award before insert on award for each row when (new.price_cents = 500)
      execute function refuse_award();`);
  const stuck = await anEndedAuction(50);
  const { auctionId } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
  });
  await moveAuction(w.database.db, auctionId, -100, -10);
  const other = { auctionId, itemIds: [], bidderIds: [] };
  await expect.poll(() => isClosed(other)).toBe(true);
  expect(await isClosed(stuck)).toBe(false);
  await w.database.exec('drop trigger refuse_award on award');
  await expect.poll(() => isClosed(stuck)).toBe(true);
});
