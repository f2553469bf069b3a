import { createGreenlot, followRoom, isGreenlotError } from 'greenlot-client';
import WebSocket from 'ws';
import { settings } from './settings.ts';

const { baseUrl, key, auctionId, as = 'user' } = settings();
const client = createGreenlot({ baseUrl, auth: key, retries: { delayMs: 50 } });

// Prints each update of the room as a line. Node 20 needs the sockets of the package `ws`.
try {
  for await (const { room, isClosed } of followRoom({ client, auctionId, as, WebSocket }))
    console.log(JSON.stringify({ ...room, bids: [...room.bids.values()], isClosed }));
} catch (error) {
  if (!isGreenlotError(error)) throw error;
  console.log(JSON.stringify({ refused: error.code }));
}
