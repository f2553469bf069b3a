import { createGreenlot, isGreenlotError, listAuctionsAsUser, placeBid, registerForAuction } from 'greenlot-client';
import { settings } from './settings.ts';

const { baseUrl, key, auctionId } = settings();
const client = createGreenlot({ baseUrl, auth: key, retries: { delayMs: 20, delayMsMax: 5_000 } });
const path = { id: auctionId };
const bid = { auctionItemId: auctionId, price: 5, quantity: 10, bidderPartialFulfillment: true };

/** Returns the result of a call, or why it failed. */
const outcome = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) =>
    isGreenlotError(error) ? [error.status, error.code, error.retryAfterSeconds] : 'lost',
  );

// The server of this program refuses and drops calls, as its test tells it to.
console.log(
  JSON.stringify({
    bid: await outcome(placeBid({ client, path, body: bid })),
    otherBid: await outcome(placeBid({ client, path, body: bid })),
    list: await outcome(listAuctionsAsUser({ client })),
    // This operation reads no key, so it is not repeated.
    registration: await outcome(
      registerForAuction({ client, path, body: { accountId: auctionId, acceptedTermsVersion: null } }),
    ),
    tooLong: await outcome(listAuctionsAsUser({ client })),
  }),
);
