import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuction, getAuctionAsAdmin, getAuctionAsUser, listAuctionsAsUser } from '#contract/auction/auction.ts';
import { listPublicAuctions } from '#contract/auction/public-auction.ts';
import { envSchema, type Env } from '#contract/basics/env.ts';
import { listSellOrdersAsUser } from '#contract/marketplace/marketplace.ts';
import { listSellOrdersAsAdmin } from '#contract/marketplace/sell-order.ts';
import { listSeenTours } from '#contract/tour.ts';
import { NO_RECURRENCE } from '#domain/auction/recurrence.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { insertAuction } from '#testing/builders/records.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

type Flag = keyof Env['flags'];
const NAMES: Record<Flag, string> = {
  marketplace: 'FLAG_MARKETPLACE',
  reverseAuction: 'FLAG_REVERSE_AUCTION',
  smsRequired: 'FLAG_SMS_REQUIRED',
  tourGuide: 'FLAG_TOUR_GUIDE',
  auctionRoomChart: 'FLAG_AUCTION_ROOM_CHART',
  publicAuctions: 'FLAG_PUBLIC_AUCTIONS',
};
const FLAGS = Object.keys(NAMES) as Flag[];

const setTo = (flags: readonly Flag[], value: boolean): Env['flags'] =>
  Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag) === value])) as Env['flags'];

/** All flags on, all off, each one alone off, each one alone on. */
const COMBINATIONS = [[], ...FLAGS.map((flag) => [flag])].flatMap((some) => [setTo(some, true), setTo(some, false)]);

let w: World;
let admin: SignedIn;
let anna: SignedIn;
const auctions: Record<'Forward' | 'Reverse', string> = { Forward: '', Reverse: '' };

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  anna = await w.signedIn();
  for (const auctionType of ['Forward', 'Reverse'] as const) {
    const wish = {
      createdBy: admin.userId,
      auctionType,
      ownerAccountId: anna.accountId,
      startsIn: 3_600,
      endsIn: 7_200,
    };
    auctions[auctionType] = (await insertAuction(w.database.db, wish)).auctionId;
  }
});
afterAll(() => w.end());

const settings = (auctionType: 'Forward' | 'Reverse') => ({
  title: `A ${auctionType} auction`,
  auctionType,
  isPrivate: true,
  startTime: new Date(Date.now() + 3_600_000).toISOString(),
  endTime: new Date(Date.now() + 7_200_000).toISOString(),
  minimumRecQuantity: 100,
  minimumBiddingRecQuantity: 10,
  sellerProcessingFee: 1.25,
  buyerProcessingFee: 0.5,
  spotRecs: false,
  ownerAccountId: anna.accountId,
  tickSizeId: null,
  softCloseMinutes: null,
  softCloseMaximum: null,
  ...NO_RECURRENCE,
});

/** Returns the reply codes of all calls that depend on a flag, and of some calls that depend on none. */
async function answersOf(one: World): Promise<Record<string, string>> {
  const about = (id: string) => ({ params: { id } });
  const asked = {
    offers: one.call(anna, listSellOrdersAsUser),
    offersOfAdmins: one.call(admin, listSellOrdersAsAdmin),
    tours: one.call(anna, listSeenTours),
    published: one.call(undefined, listPublicAuctions),
    newReverse: one.call(admin, createAuction, { body: settings('Reverse') }),
    reverse: one.call(anna, getAuctionAsUser, about(auctions.Reverse)),
    reverseOfAdmins: one.call(admin, getAuctionAsAdmin, about(auctions.Reverse)),
    newForward: one.call(admin, createAuction, { body: settings('Forward') }),
    forward: one.call(anna, getAuctionAsUser, about(auctions.Forward)),
    list: one.call(anna, listAuctionsAsUser, { query: '?limit=100' }),
  };
  const answers = await Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, await answer] as const));
  return {
    ...Object.fromEntries(answers.map(([name, { code }]) => [name, code])),
    listsReverse: String((await asked.list).text.includes(auctions.Reverse)),
  };
}

const wantedOf = ({
  marketplace,
  tourGuide,
  reverseAuction,
  publicAuctions,
}: Env['flags']): Record<string, string> => ({
  offers: marketplace ? 'Success' : 'feature_disabled',
  offersOfAdmins: marketplace ? 'Success' : 'feature_disabled',
  tours: tourGuide ? 'Success' : 'feature_disabled',
  published: publicAuctions ? 'Success' : 'feature_disabled',
  newReverse: reverseAuction ? 'Success' : 'feature_disabled',
  reverse: reverseAuction ? 'Success' : 'not_found',
  reverseOfAdmins: reverseAuction ? 'Success' : 'not_found',
  listsReverse: String(reverseAuction),
  newForward: 'Success',
  forward: 'Success',
  list: 'Success',
});

// A flag that is off hides the menu and the routes, and the server refuses the calls (docs/rules.md#configuration).
test.each(['GLOBAL', 'TNBX'] as const)(
  '%s, all flags on, all off, each alone on and off: each flag rejects its own calls, and no others',
  async (variant) => {
    for (const flags of COMBINATIONS) {
      const set = Object.fromEntries(FLAGS.map((flag) => [NAMES[flag], flags[flag] ? 'on' : 'off']));
      // Each deployment opens its own connections to PostgreSQL. The embedded database has only one.
      const database = w.url === undefined ? w.database : await openDatabase({ url: w.url });
      const one = await worldOn(database, w.url, { VARIANT: variant, ...set });
      try {
        const env = envSchema.parse((await one.app.inject('/env')).json());
        expect([env.variant, env.flags]).toEqual([variant, flags]);
        expect([flags, await answersOf(one)]).toEqual([flags, wantedOf(flags)]);
      } finally {
        await one.close();
        if (database !== w.database) await database.close();
      }
    }
  },
);
