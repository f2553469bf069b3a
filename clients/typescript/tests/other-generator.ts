import { defaults, placeBid, placeInitialBids } from './other-client.ts';
import { settings } from './settings.ts';

// The client that oazapfts generates from the document of a server.
const { baseUrl, key, auctionId, auctionItemId } = settings();
defaults.baseUrl = `${baseUrl}/auction-api`;
defaults.headers = { authorization: `Bearer ${key}` };
const bid = { auctionItemId, price: 6, quantity: 10, bidderPartialFulfillment: true };
const entered = await placeInitialBids(auctionId, crypto.randomUUID(), { bids: [bid] });
if (entered.status !== 200) throw new Error(entered.data.code);
const revised = { ...bid, price: 7, bidId: entered.data.data.bids[0]?.bidId };
const placed = await placeBid(auctionId, crypto.randomUUID(), revised);
console.log(JSON.stringify(placed));
