import { createGreenlot, followRoom, isGreenlotError } from 'greenlot-client';
import { settings } from './settings.ts';

const { baseUrl, key, auctionId } = settings();
const client = createGreenlot({ baseUrl, auth: key, retries: { delayMs: 50 } });

// Prints each update of the room as a line.
try {
  for await (const { room, isClosed } of followRoom({ client, auctionId }))
    console.log(JSON.stringify({ ...room, bids: [...room.bids.values()], isClosed }));
} catch (error) {
  if (!isGreenlotError(error)) throw error;
  console.log(JSON.stringify({ refused: error.code }));
}
