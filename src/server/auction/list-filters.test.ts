import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { startRehearsal } from '#contract/rehearsal.ts';
import { offerAt } from '#testing/builders/offers.ts';
import { insertAuction, moveAuctionAndTell, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

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

/** Creates an upcoming auction with Anna as bidder. Its first item is MY.Hydro.2020, its second MY.Solar.2021. */
const anAuction = async (wish: Partial<AuctionOptions>): Promise<string> => {
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

test('filters auctions by direction, access and the properties of one item', async () => {
  const hydro = await anAuction({ items: [{}] });
  const both = await anAuction({ items: [{}, {}], isPrivate: false });
  const reverse = await anAuction({ auctionType: 'Reverse' });
  for (const who of [admin, anna, owner]) {
    expect(await ids(who, 'auctionType=Reverse')).toEqual([reverse]);
    expect(await ids(who, 'access=public')).toEqual([both]);
    expect((await ids(who, 'access=private')).toSorted()).toEqual([hydro, reverse].toSorted());
    expect((await ids(who, 'fuelType=Hydro&auctionType=Forward')).toSorted()).toEqual([hydro, both].toSorted());
    expect(await ids(who, 'country=MY&fuelType=Solar&vintageYear=2021')).toEqual([both]);
    // The auction has both values, but not in one item.
    expect(await ids(who, 'fuelType=Hydro&vintageYear=2021')).toEqual([]);
    expect(await ids(who, 'country=CN')).toEqual([]);
  }
});

test('shows the opening price: the lowest of a forward auction, the highest of a reverse one', async () => {
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

test('administrators find rehearsals again, also after their end; nobody else can request them', async () => {
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

test('shows the best price and the number of bids only to those who may enter the room', async () => {
  const [bo, visitor] = await Promise.all([w.signedIn(), w.signedIn()]);
  const bidders = [{ person: anna }, { person: bo }, { person: visitor }];
  const auctions = await Promise.all(
    (['Forward', 'Reverse'] as const).map((auctionType) =>
      insertAuction(w.database.db, {
        ownerAccountId: owner.accountId,
        createdBy: owner.userId,
        startsIn: 600,
        endsIn: 900,
        items: [{ maximumCents: 900 }],
        auctionType,
        bidders,
      }),
    ),
  );
  for (const auction of auctions)
    for (const [who, price] of [
      [anna, 5],
      [bo, 7],
    ] as const) {
      const body = { bids: [offerAt(auction, price)] };
      expect((await w.call(who, placeInitialBids, { params: { id: auction.auctionId }, body })).code).toBe('Success');
    }
  const seen = async (show: 'current' | 'past') =>
    Promise.all(
      [admin, owner, anna, visitor].map(async (who) => {
        const route = who === admin ? listAuctionsAsAdmin : listAuctionsAsUser;
        const { items } = (await w.call(who, route, { query: `?limit=100&show=${show}` })).data;
        return auctions.map(({ auctionId }) => {
          const { bidCount, bestPrice } = items.find(({ id }) => id === auctionId) ?? {};
          return [bidCount, bestPrice];
        });
      }),
    );
  const hidden = [
    [null, null],
    [null, null],
  ];
  const counted = [
    [2, null],
    [2, null],
  ];
  // Sealed bids are counted for administrators only.
  expect(await seen('current')).toEqual([counted, hidden, hidden, hidden]);
  const move = (startsIn: number, endsIn: number) =>
    Promise.all(auctions.map(({ auctionId }) => moveAuctionAndTell(w.database.db, auctionId, { startsIn, endsIn })));
  await move(-60, 600);
  const priced = [
    [2, 7],
    [2, 5],
  ];
  expect(await seen('current')).toEqual([priced, priced, priced, hidden]);
  await move(-60, -30);
  expect(await seen('past')).toEqual([counted, counted, counted, hidden]);
});
