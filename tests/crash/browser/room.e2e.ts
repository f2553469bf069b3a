import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { placeBid } from '#contract/bidding/bidding.ts';
import { placeInitialBid } from '../../e2e/steps/auction-steps.ts';
import type { TestAuction, TestPerson } from '#testing/builders/records.ts';
import { signInBy, type World } from '../../e2e/world.ts';
import { ask, type Person } from '../ask.ts';
import { expect, test } from './behind-proxy.ts';
import { expectOnly, watch } from './witness.ts';

/**
 * The usual messages of the room, about its connection, the bids and the typed values. No error message matches them.
 */
const USUAL = [
  /^(Connected|Slow|Reconnecting)$/,
  /^\S+ is \d+% above the best bid, \S+\.$/,
  /: rank \d, wins \d+ of \d+\.$/,
  /^Sending…$/,
  /^Accepted at \S+: \S+ × 600$/,
];

test('a bidder in the room sees no more than a reconnect when one process is killed and one shuts down', async ({
  world,
  behind: { fleet },
  signIn,
  playwright,
}) => {
  const [anna, rival] = [await world.person(), await world.person()];
  const auction = await world.auction({
    items: [{ quantity: 100_000, maximumCents: 999_990 }],
    bidders: [{ person: anna }, { person: rival }],
  });
  const page = await signIn(anna);
  let sockets = 0;
  page.on('websocket', () => (sockets += 1));
  await placeInitialBid(page, auction, '5.0', '600');
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  // The message about the initial bid is no longer shown.
  await expect(page.getByText(/1 bid placed/)).toHaveCount(0);
  const seen = await watch(page);
  const { reply } = await signInBy(playwright.request, world, rival);
  const who = { ...rival, token: reply['access_token'] ?? '', address: '10.0.0.1' };
  const away = bidAway(world.server.baseUrl, who, auction);

  const price = page.getByRole('textbox', { name: /^Price/ });
  const bid = async (typed: string): Promise<void> => {
    await price.press('Enter');
    await page.getByRole('button', { name: 'Place bid' }).click();
    await expect(page.getByText(/^Accepted at/).filter({ hasText: `: ${Number(typed).toFixed(2)} ×` })).toBeVisible();
  };

  // The first strike moves the page's socket to process 1. Each later strike hits the process that has the socket.
  const strikes = [
    ['one process is killed', (meanwhile: () => Promise<void>) => fleet.strike([0], meanwhile)],
    [
      'one process shuts down',
      async (meanwhile: () => Promise<void>) => void (await Promise.all([fleet.shutDown(1), meanwhile()])),
    ],
    ['one process is killed', (meanwhile: () => Promise<void>) => fleet.strike([0], meanwhile)],
  ] as const;
  for (const [at, [what, strike]] of strikes.entries())
    await test.step(what, async () => {
      const typed = `${6 + at}.5`;
      await price.fill(typed);
      await strike(async () => {
        await pause(300);
        await expect(price).toHaveValue(typed);
        await bid(typed);
      });
    });
  const told = await away.end();
  await expect(page.getByText(/^Reconnecting/)).toHaveCount(0);
  expect(sockets).toBeGreaterThan(1);
  expect(await seen.said()).toContain('Reconnecting');
  await expectOnly(seen, USUAL);

  const rows = page.getByRole('table', { name: 'Ranking' }).getByRole('row');
  await expect(rows.filter({ hasText: 'You' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'You' })).toContainText('8.50');
  await expect(rows.filter({ hasText: ((told.accepted.at(-1) ?? 0) / 100).toFixed(2) })).toHaveCount(1);
  expect(told.other).toEqual([]);
  expect(await storedPrices(world, auction, anna)).toEqual([500, 650, 750, 850]);
  expect(await storedPrices(world, auction, rival)).toEqual(told.accepted);
});

type RivalBids = { readonly accepted: readonly number[]; readonly other: readonly string[] };

/**
 * Starts a rival that bids higher and higher, several times a second, until it is stopped. Prices are in hundredths.
 */
function bidAway(
  baseUrl: string,
  who: Person,
  { auctionId, itemIds }: { auctionId: string; itemIds: readonly string[] },
) {
  let isOver = false;
  const run = async (): Promise<RivalBids> => {
    const [accepted, other]: [number[], string[]] = [[], []];
    let bidId: string | undefined;
    for (let cents = 300; !isOver; cents += 10) {
      const body = {
        auctionItemId: itemIds[0] ?? '',
        ...(bidId !== undefined && { bidId }),
        price: cents / 100,
        quantity: 50,
        bidderPartialFulfillment: true,
        minimumAcceptable: null,
      };
      const reply = await ask(baseUrl, who, placeBid, { id: auctionId, key: randomUUID(), body });
      if (reply.type === 'answered') accepted.push(cents);
      else other.push(reply.type === 'failed' ? reply.why : reply.code);
      if (reply.type === 'answered') bidId = reply.data.bids[0]?.bidId;
      await pause(500);
    }
    return { accepted, other };
  };
  const running = run();
  return {
    end: () => {
      isOver = true;
      return running;
    },
  };
}

/** Returns the prices that a person bid, in hundredths, in the order of the auction's history. */
async function storedPrices({ database: { db } }: World, { auctionId }: TestAuction, { userId }: TestPerson) {
  const lines = await db
    .selectFrom('bid_history')
    .innerJoin('bidder', 'bidder.id', 'bid_history.bidder_id')
    .select('price_cents')
    .where('bid_history.auction_id', '=', auctionId)
    .where('bidder.user_id', '=', userId)
    .where('by', '=', 'bidder')
    .orderBy('seq')
    .execute();
  return lines.map(({ price_cents: cents }) => cents);
}
