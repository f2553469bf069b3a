import { createImageLinks } from '#server/platform/files/image-links.ts';
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { listAuctionsAsUser } from '#contract/auction/auction.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import { listAuctions } from '#server/auction/list-auctions.ts';
import { presentAuctionSummary } from '#server/auction/present-auction.ts';
import { readOperations } from '#server/auction/read-auctions.ts';
import { openIdentity, type Identity } from '#server/identity/identity.ts';
import { createAuthenticate } from '#server/identity/session/authenticate.ts';
import { API_BASE, readConfig } from '#server/platform/config/config.ts';
import { openDatabase, type Db } from '#server/platform/database/database.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { followClock } from '#server/platform/runtime/clock.ts';
import { insertAuction, insertPerson } from '#testing/builders/records.ts';
import { auctionParts } from '#testing/world/quiet-parts.ts';
import { tokenFor } from '#testing/world/token.ts';

/**
 * A task for this process, which serves the list of auctions: by our operation, or by plain Fastify with the same SQL.
 */
export type ListServerTask = { readonly databaseUrl: string; readonly behind: 'operation' | 'bare' };
export type ListServerReady = { readonly port: number; readonly token: string };

const AUCTIONS = 100;

process.on('message', (task: ListServerTask) => {
  serve(task).then(
    (ready) => process.send?.(ready),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());

async function serve({ databaseUrl, behind }: ListServerTask): Promise<ListServerReady> {
  const database = await openDatabase({ url: databaseUrl });
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL: 'http://greenlot.test' });
  const clock = await followClock(database.db);
  const identity = await openIdentity({ database, clock, config });
  const caller = await someAuctions(database.db);
  const app = behind === 'operation' ? operationApp(identity) : bareApp(database.db, caller);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: (app.server.address() as AddressInfo).port, token: await tokenFor(identity, caller.userId) };
}

/** Creates auctions and a person who can see them. Returns that person as a caller. */
async function someAuctions(db: Db): Promise<Caller> {
  const owner = await insertPerson(db);
  const person = await insertPerson(db);
  for (let i = 0; i < AUCTIONS; i += 1)
    await insertAuction(db, { ownerAccountId: owner.accountId, createdBy: owner.userId, bidders: [{ person }] });
  const { userId, username, accountId: id } = person;
  const account = {
    id,
    companyName: '',
    englishCompanyName: '',
    country: 'MY',
    status: 'Active',
    role: 'owner',
  } as const;
  return { userId, username, email: '', roleName: '', role: 'User', sessionId: '', accounts: [account] };
}

const images = createImageLinks(() => '');

function operationApp(identity: Identity) {
  const app = createHttp({ logger: false, trustProxy: '' });
  const operations = readOperations(auctionParts({ images, allowsReverse: false }));
  const { db, clock } = identity;
  registerOperations(app, operations, { db, clock, authenticate: createAuthenticate(identity) });
  return app;
}

function bareApp(db: Db, caller: Caller) {
  const app = Fastify();
  app.get(API_BASE + listAuctionsAsUser.path, async () => {
    const query = { show: 'current', search: '', currentPage: 1, limit: 25 } as const;
    const { rows, count } = await listAuctions(db, caller, query);
    const ids = rows.map(({ id }) => id);
    const items = Map.groupBy(await itemsOf(db, ids), ({ auction_id }) => auction_id);
    const nowMs = Date.now();
    const reader = { caller, nowMs, imageOf: images.linksAt(nowMs) };
    return {
      code: 'Success',
      data: longPageOf(
        rows.map((row) => presentAuctionSummary(row, items.get(row.id) ?? [], reader)),
        count,
        query,
      ),
    };
  });
  return app;
}
