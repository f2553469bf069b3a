import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPublicAuctions } from '#contract/auction/public-auction.ts';
import { insertAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  w = await world({ FLAG_PUBLIC_AUCTIONS: 'on', FLAG_REVERSE_AUCTION: 'off' });
  admin = await w.signedIn({ role: 'Admin' });
  owner = await w.signedIn();
});
afterAll(() => w.end());

const HOUR = 3_600;

const anAuction = (wish: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    isPrivate: false,
    startsIn: HOUR,
    endsIn: 2 * HOUR,
    ...wish,
  });

test('anyone sees public auctions that are live or upcoming, without bids, bidders and owners', async () => {
  const bidder = await w.signedIn();
  const upcoming = await anAuction({ items: [{ quantity: 40 }, { quantity: 60 }, { quantity: 5 }] });
  const live = await anAuction({ startsIn: -HOUR, bidders: [{ person: bidder }] });
  const draft = await anAuction();
  const far = sql<Date>`'9999-12-31T00:00:00Z'::timestamptz`;
  await w.database.db
    .updateTable('auction')
    .set({
      follows: live.auctionId,
      planned_start_time: new Date(),
      planned_end_time: new Date(Date.now() + 1_000),
      start_time: far,
      end_time: sql<Date>`'9999-12-31T23:59:59.999Z'::timestamptz`,
      auction_end_time: sql<Date>`'9999-12-31T23:59:59.999Z'::timestamptz`,
    })
    .where('id', '=', draft.auctionId)
    .execute();
  const hidden = [
    draft,
    await anAuction({ isPrivate: true }),
    await anAuction({ isPrivate: true, startsIn: -HOUR, bidders: [{ person: bidder }] }),
    await anAuction({ startsIn: -2 * HOUR, endsIn: -HOUR }),
    await anAuction({ auctionType: 'Reverse' }),
  ];
  const { data, text } = await w.call(undefined, listPublicAuctions);
  expect(data.isMore).toBe(false);
  expect(data.items.map(({ id }) => id)).toEqual([live.auctionId, upcoming.auctionId]);
  expect(data.items[1]).toEqual({
    id: upcoming.auctionId,
    title: 'Hydro and solar, Peninsular Malaysia',
    auctionType: 'Forward',
    status: 'upcoming',
    startTime: expect.any(String),
    auctionEndTime: expect.any(String),
    countries: ['MY'],
    fuelTypes: ['Hydro', 'Solar'],
    totalQuantity: 105,
  });
  for (const { auctionId } of hidden) expect(text).not.toContain(auctionId);
  for (const person of [bidder, owner])
    for (const secret of [person.userId, person.accountId, person.username]) expect(text).not.toContain(secret);
});
