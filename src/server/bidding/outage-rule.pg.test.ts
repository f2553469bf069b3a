import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeRecord } from '#contract/award/judge-record.ts';
import { getRecordAsAdmin } from '#contract/award/record.ts';
import type { Route } from '#contract/basics/route.ts';
import { annulAuction } from '#contract/bidding/conduct.ts';
import { RECORD_PROOFS } from '#server/award/record-proofs.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import { linesBetween } from '#server/room/store/room-rows.ts';
import { insertAuction, moveAuction, type TestAuction } from '#testing/builders/records.ts';
import { startServer, type ServerProcess } from '#testing/world/server-process.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** In this test, an outage lasts at least eight seconds, and the last minutes are the last hour. */
const RULE = { OUTAGE_SECONDS_MIN: '8', OUTAGE_LAST_MINUTES: '60' };
const AWAY_MS = 9_000;

let w: World;
let servers: ServerProcess[];
let admin: SignedIn;
let lasting: TestAuction;
let ending: TestAuction;

const start = () => startServer({ ...RULE, DATABASE_URL: w.url ?? '', PUBLIC_URL: 'http://greenlot.test' });

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  const [owner, anna] = [await w.signedIn(), await w.signedIn()];
  const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, bidders: [{ person: anna }], endsIn: 600 };
  lasting = await insertAuction(w.database.db, wish);
  ending = await insertAuction(w.database.db, wish);
  servers = await Promise.all([start(), start()]);
  // From here on, only these two processes serve.
  await w.close();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await w.database.close();
});

const linesOf = async ({ auctionId }: TestAuction) =>
  (await linesBetween(w.database.db, auctionId, 0, 1_000)).map(({ line }) => line);
const outages = () => w.database.db.selectFrom('outage').select(['from_at', 'to_at', 'extended']).execute();
const endOf = async ({ auctionId }: TestAuction): Promise<number> => {
  const { auction_end_time } = await w.database.db
    .selectFrom('auction')
    .select('auction_end_time')
    .where('id', '=', auctionId)
    .executeTakeFirstOrThrow();
  return auction_end_time.getTime();
};

async function ask(route: Route, body?: object): Promise<Response> {
  return fetch(servers[0]?.baseUrl + API_BASE + route.path.replace('{id}', lasting.auctionId), {
    method: route.method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test('an auction is extended once by the time without any server, and not because one of two processes stopped', async () => {
  await servers[0]?.kill();
  await pause(AWAY_MS);
  servers = [await start(), ...servers.slice(1)];
  expect(await outages()).toEqual([]);
  expect((await linesOf(lasting)).map(({ kind }) => kind)).not.toContain('extended');

  const before = await endOf(lasting);
  await moveAuction(w.database.db, ending.auctionId, -60, 3);
  const endedAt = await endOf(ending);
  await Promise.all(servers.map((server) => server.kill()));
  await pause(AWAY_MS);
  servers = await Promise.all([start(), start()]);
  const [outage, ...others] = await outages();
  expect([others, outage?.extended]).toEqual([[], 2]);
  const lostMs = Number(outage?.to_at) - Number(outage?.from_at);
  expect(lostMs).toBeGreaterThan(AWAY_MS - 1_000);

  for (const [auction, end] of [
    [lasting, before],
    [ending, endedAt],
  ] as const) {
    const extended = (await linesOf(auction)).filter(({ kind }) => kind === 'extended');
    expect(extended).toMatchObject([{ by: 'system', reason: 'outage', until: new Date(end + lostMs).toISOString() }]);
    expect(await endOf(auction)).toBe(end + lostMs);
  }
  const told = (await listMessages(w.database.db)).filter(({ subject }) => subject.includes('Extended'));
  // For each of the two auctions, the bidder and the owner got one email.
  expect(told).toHaveLength(4);

  expect((await ask(annulAuction, { reason: 'enough' })).status).toBe(200);
  const judged = judgeRecord(await (await ask(getRecordAsAdmin)).text(), RECORD_PROOFS);
  expect(judged).not.toHaveProperty('what');
  const closed = (): Promise<string | undefined> => linesOf(ending).then((lines) => lines.at(-1)?.kind);
  await expect.poll(closed, { timeout: 40_000 }).toBe('closed');
});
