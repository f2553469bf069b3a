import {
  createGreenlot,
  exportHistoryAsUser,
  followRoom,
  getAuctionAsUser,
  isGreenlotError,
  listAuctionsAsUser,
  placeBid,
  placeInitialBids,
  type PlaceBidBody,
  type PlaceBidError,
} from 'greenlot-client';
import type { Settings } from './settings.ts';

/** Lists auctions, enters one, places a bid twice with one key, follows the room until the bid is there, and fails. */
export async function trade({ baseUrl, key, auctionId, auctionItemId }: Settings) {
  const client = createGreenlot({ baseUrl, auth: () => Promise.resolve(key), language: 'zh' });
  const path = { id: auctionId };
  const { items } = await listAuctionsAsUser({ client, query: { show: 'current' } });
  const auction = await getAuctionAsUser({ client, path });
  const bid: PlaceBidBody = { auctionItemId, price: 5, quantity: 10, bidderPartialFulfillment: true };
  const entered = await placeInitialBids({ client, path, body: { bids: [bid] } });
  const revised = { ...bid, price: 6, bidId: entered.bids[0]?.bidId ?? '' };
  const headers = { 'Idempotency-Key': `revise-${auctionId}` };
  const first = await placeBid({ client, path, body: revised, headers });
  const second = await placeBid({ client, path, body: revised, headers });
  const seen: number[] = [];
  for await (const { room } of followRoom({ client, auctionId })) {
    seen.push(...[...room.bids.values()].map(({ bidValue }) => bidValue));
    if (room.version >= second.version) break;
  }
  let updates = 0;
  const aborter = new AbortController();
  for await (const { room } of followRoom({ client, auctionId, signal: aborter.signal })) {
    if (room.bids.size > 0) updates += 1;
    aborter.abort();
  }
  const refused = await placeBid({ client, path, body: { ...revised, price: 4 } }).catch((error: unknown) => {
    if (!isGreenlotError<PlaceBidError>(error)) throw error;
    return { status: error.status, code: error.code, params: error.params, message: error.message };
  });
  const file = await exportHistoryAsUser({ client, path });
  return {
    title: auction.title,
    listed: items.map(({ id }) => id),
    versions: [first.version, second.version],
    seen,
    updates,
    refused,
    fileBytes: file.size,
  };
}
