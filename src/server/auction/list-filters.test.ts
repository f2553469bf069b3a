import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import { insertAuction, type AuctionWish } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;

beforeAll(async () => {
  w = await world({});
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** An upcoming auction of MY.Hydro.2020, then MY.Solar.2021; anna bids in it. */
const anAuction = async (wish: Partial<AuctionWish>): Promise<string> => {
  const { accountId: ownerAccountId, userId: createdBy } = owner;
  const bidders = [{ person: anna }];
  return (
    await insertAuction(w.database.db, { ownerAccountId, createdBy, startsIn: 600, endsIn: 900, bidders, ...wish })
  ).auctionId;
};

const ids = async (who: SignedIn, query: string): Promise<string[]> => {
  const route = who === admin ? listAuctionsAsAdmin : listAuctionsAsUser;
  return (await w.call(who, route, { query: `?limit=100&${query}` })).data.items.map(({ id }) => id);
};

test('filters auctions by direction, access and what one item is', async () => {
  const hydro = await anAuction({ items: [{}] });
  const both = await anAuction({ items: [{}, {}], isPrivate: false });
  const reverse = await anAuction({ auctionType: 'Reverse' });
  for (const who of [admin, anna, owner]) {
    expect(await ids(who, 'auctionType=Reverse')).toEqual([reverse]);
    expect(await ids(who, 'access=public')).toEqual([both]);
    expect((await ids(who, 'access=private')).toSorted()).toEqual([hydro, reverse].toSorted());
    expect((await ids(who, 'fuelType=Hydro&auctionType=Forward')).toSorted()).toEqual([hydro, both].toSorted());
    expect(await ids(who, 'country=MY&fuelType=Solar&vintageYear=2021')).toEqual([both]);
    // Each is there, but not in one item.
    expect(await ids(who, 'fuelType=Hydro&vintageYear=2021')).toEqual([]);
    expect(await ids(who, 'country=CN')).toEqual([]);
  }
});

test('tells the opening price: the lowest of a forward auction, the highest of a reverse one', async () => {
  const items = [
    { minimumCents: 450, maximumCents: 900 },
    { minimumCents: 300, maximumCents: 1_200 },
  ];
  const forward = await anAuction({ items });
  const reverse = await anAuction({ items, auctionType: 'Reverse' });
  const empty = await anAuction({ items: [] });
  const listed = (await w.call(anna, listAuctionsAsUser, { query: '?limit=100' })).data.items;
  const priceOf = (id: string) => listed.find((auction) => auction.id === id)?.openingPrice;
  expect([forward, reverse, empty].map(priceOf)).toEqual([3, 12, null]);
});

test('admins find rehearsals again, also after their end; nobody else can ask for them', async () => {
  const id = await anAuction({});
  const rehearsal = (await w.call(admin, startRehearsal, { params: { id }, body: { minutes: 5, bidders: 2 } })).data.id;
  expect(await ids(admin, '')).not.toContain(rehearsal);
  expect(await ids(admin, 'access=rehearsal')).toEqual([rehearsal]);
  const past = { start_time: new Date(Date.now() - 7_200_000), end_time: new Date(Date.now() - 3_600_000) };
  await w.database.db
    .updateTable('auction')
    .set({ ...past, auction_end_time: past.end_time })
    .where('id', '=', rehearsal)
    .execute();
  expect(await ids(admin, 'access=rehearsal&show=past')).toEqual([rehearsal]);
  expect((await w.call(anna, listAuctionsAsUser, { query: '?access=rehearsal' })).status).toBe(400);
});
