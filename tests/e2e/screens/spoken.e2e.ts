import { setTimeout as pause } from 'node:timers/promises';
import { cancelBid, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { moveAuction } from '#testing/builders/records.ts';
import { heardSince, listen } from '../steps/heard.ts';
import { callsOf } from '../steps/some-of-everything.ts';
import { expect, test } from '../world.ts';

const FOR_MS = 12_000;
const QUANTITY = 600;
type Placed = { readonly bids: readonly { readonly auctionItemId: string; readonly bidId: string }[] };

test('ten rival bids a second are announced as one sentence every five seconds, including losing and winning again', async ({
  world,
  signIn,
}) => {
  const [anna, bo] = [await world.person(), await world.person()];
  const { auctionId, itemIds } = await world.auction({
    items: [{ quantity: QUANTITY }, { quantity: QUANTITY }],
    bidders: [{ person: anna }, { person: bo }],
    startsIn: 3_600,
    endsIn: 7_200,
  });
  const [page, rival, admin] = [
    await signIn(anna),
    await signIn(bo),
    await signIn(await world.person({ role: 'Admin' })),
  ];
  const [byAnna, byBo, byAdmin] = [await callsOf(page), await callsOf(rival), await callsOf(admin)];
  const own = { price: 10, quantity: QUANTITY, bidderPartialFulfillment: true };
  await byAnna(placeInitialBids, auctionId, { bids: itemIds.map((auctionItemId) => ({ ...own, auctionItemId })) });
  const low = itemIds.map((auctionItemId) => ({ ...own, auctionItemId, price: 5, quantity: 1 }));
  const { bids } = await byBo<Placed>(placeInitialBids, auctionId, { bids: low });
  const bidIds = new Map(bids.map(({ auctionItemId, bidId }) => [auctionItemId, bidId]));
  await moveAuction(world.database.db, auctionId, -60, 3_600);
  await page.goto(`/user/auction/${auctionId}`);
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await listen(page);

  const bid = (auctionItemId: string, price: number, quantity: number) =>
    byBo<Placed>(placeBid, auctionId, { ...own, auctionItemId, bidId: bidIds.get(auctionItemId), price, quantity });
  let made = 0;
  await test.step('while each of their bids takes something from the bidder', async () => {
    const sinceMs = performance.now();
    for (let round = 1; performance.now() < sinceMs + FOR_MS; round += 1) {
      await Promise.all([...itemIds.map((id) => bid(id, 10 + round / 10, round)), pause(200)]);
      made += itemIds.length;
    }
    const heard = await heardSince(page);
    const tookMs = performance.now() - sinceMs;
    test
      .info()
      .annotations.push({ type: 'heard', description: `${heard.length} of ${made} bids: ${heard.join(' | ')}` });
    expect(made).toBeGreaterThan(30);
    expect(heard.length).toBeGreaterThanOrEqual(2);
    expect(heard.length).toBeLessThanOrEqual(1 + Math.ceil(tookMs / 5_000));
    for (const said of heard) expect(said.match(/rank 2, wins \d+ of 600/g)).toHaveLength(itemIds.length);
  });

  const heardOf = (what: RegExp) => expect.poll(async () => (await heardSince(page)).join()).toMatch(what);
  const [first = ''] = itemIds;
  await bid(first, 100, QUANTITY);
  await heardOf(/^MY.Hydro.2020: outbid, rank 2, wins nothing\./);
  const cancelled = { ...cancelBid, path: cancelBid.path.replace('{bidId}', bidIds.get(first) ?? '') };
  await byAdmin(cancelled, auctionId, { reason: 'A slip' });
  await heardOf(/^MY.Hydro.2020: winning again, rank 1, 600 of 600\./);
});
