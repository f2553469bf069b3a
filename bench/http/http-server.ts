import { randomUUID } from 'node:crypto';
import { temporaryRecordKey } from '#server/award/record-key.ts';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { placeBid } from '#contract/bidding/bidding.ts';
import { bidOperations } from '#server/bidding/bid-operations.ts';
import { openIdentity } from '#server/identity/identity.ts';
import { createAuthenticate } from '#server/identity/session/authenticate.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { createRooms } from '#server/room/rooms.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';
import { auctionParts, NO_SOCKETS } from '#testing/world/quiet-parts.ts';
import { tokenFor } from '#testing/world/token.ts';
import { ANCHOR_CONNECTIONS, placeWithRowLock } from '../row-lock.ts';

/**
 * A task for this process, which serves the route that places a bid. The route uses either rooms or a row lock per bid.
 */
export type HttpServerTask = { readonly databaseUrl: string; readonly behind: 'rooms' | 'row-lock'; bidders: number };
export type HttpServerReady = { readonly port: number; readonly auctionId: string; itemId: string; tokens: string[] };

process.on('message', (task: HttpServerTask) => {
  serve(task).then((ready) => process.send?.(ready), fail);
});
process.on('disconnect', () => process.exit());

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

async function serve({ databaseUrl, behind, bidders }: HttpServerTask): Promise<HttpServerReady> {
  const database = await openDatabase({ url: databaseUrl });
  const { db } = database;
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL: 'http://greenlot.test' });
  const clock = await followClock(db);
  const identity = await openIdentity({ database, clock, config });
  const app = createHttp({ logger: false, trustProxy: '' });
  const place = behind === 'rooms' ? await roomsOperation(database) : rowLockOperation(databaseUrl);
  registerOperations(app, [place], { db, clock, authenticate: createAuthenticate(identity) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const owner = await insertPerson(db);
  const people = [];
  for (let i = 0; i < bidders; i += 1) people.push(await insertPerson(db));
  const { auctionId, itemIds } = await insertAuction(db, {
    ownerAccountId: owner.accountId,
    createdBy: owner.userId,
    items: [{ quantity: bidders * 10, maximumCents: 999_999_990 }],
    bidders: people.map((person) => ({ person })),
  });
  const tokens = await Promise.all(people.map(({ userId }) => tokenFor(identity, userId)));
  return { port: (app.server.address() as AddressInfo).port, auctionId, itemId: itemIds[0] ?? '', tokens };
}

async function roomsOperation(database: Database): Promise<Operation> {
  const clock = await followClock(database.db);
  const { sign } = temporaryRecordKey();
  const rooms = await createRooms({ store: roomStore(database), clock, timers: nodeTimers, sockets: NO_SOCKETS, sign });
  const found = bidOperations(auctionParts({ rooms })).find(({ route }) => route === placeBid);
  if (!found) throw new Error('the operation that places a bid is missing');
  return found;
}

/** Returns an operation that uses the row-lock function instead of the room. Its route and its reply are the same. */
function rowLockOperation(databaseUrl: string): Operation {
  const pool = new Pool({ connectionString: databaseUrl, max: ANCHOR_CONNECTIONS });
  return operation(
    placeBid,
    async ({ params, body, caller, key }) => {
      const { auctionItemId, price, quantity } = body;
      if (price === null || quantity === null) throw new Refused('invalid_request');
      const priceCents = Math.round(price * 100);
      const seat = { auctionId: params.id, itemId: auctionItemId, userId: caller.userId };
      const bidId = await placeWithRowLock(pool, seat, { bidId: body.bidId, priceCents, quantity, key });
      const now = new Date().toISOString();
      const who = { bidderId: randomUUID(), bidderUserName: 'Bidder 1' };
      const counted = { updatedTime: now, tieSeq: 1, seq: 1, isDeleted: false, byAdmin: false };
      const offer = {
        bidValue: price,
        bidRECQuantity: quantity,
        bidderPartialFulfillment: true,
        minimumAcceptable: null,
      };
      return {
        bids: [{ bidId, auctionItemId, ...who, ...offer, ...counted }],
        version: 1,
        receivedAt: now,
        receipt: null,
      };
    },
    { ownTransactions: true },
  );
}
