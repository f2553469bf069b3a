import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addSellOrderItem, createSellOrder, publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import type { Route } from '#contract/basics/route.ts';
import { openIdentity, type Identity } from '#server/identity/identity.ts';
import { hashPassword } from '#server/identity/password/password-hash.ts';
import { followClock, type Clock } from '#server/platform/runtime/clock.ts';
import { API_BASE, readConfig } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { aSellOrder, aSellOrderItem } from '#testing/builders/marketplace-builders.ts';
import {
  insertAuction,
  insertPerson,
  moveToAccount,
  type TestAuction,
  type TestPerson,
} from '#testing/builders/records.ts';
import type { ServerProcess } from '#testing/world/server-process.ts';
import { tokenFor } from '#testing/world/token.ts';

export const PUBLIC_URL = 'http://greenlot.test';
export const PASSWORD = 'Rimba-Solar-2031';
const LIFETIME = '6 hours';
/** In rounds in which the auction starts: the ms from sending the calls to the start. */
const STARTS_IN_MS = 12;
const LATER_MS = 3 * 3_600_000;

export type Asker = TestPerson & { readonly token: string };
export type Answer = {
  readonly status: number;
  readonly code: string;
  readonly data: { readonly id?: string };
  readonly ms: number;
};
export type CallInput = { readonly params?: Record<string, string>; readonly body?: unknown; readonly form?: FormData };

/** The people and rows of one round. No other round uses them. */
export type Stage = {
  readonly admin: Asker;
  readonly seller: Asker;
  /** The owner of the company that bids. */
  readonly owner: Asker;
  /** The trader of the same company, who places its bids. */
  readonly trader: Asker;
  /** The owner's other company. */
  readonly otherAccountId: string;
  readonly upcoming: TestAuction;
  readonly live: TestAuction;
  readonly sellOrder: SellOrder;
  readonly draft: SellOrder;
  readonly buyOrderId: string;
  readonly holdingId: string;
  /** Later than all planned times. */
  readonly later: string;
};

type SellOrder = { readonly id: string; readonly itemId: string };

/** A call without an answer is given up after this time in ms, so that a run always ends. */
const ANSWER_MS_MAX = 20_000;
const NO_ANSWER = { status: 504, code: 'no_answer', data: {} };

/** Makes one call over a real connection. Returns the answer, with the time that it took. */
export async function ask(server: ServerProcess, who: Asker, route: Route, input: CallInput = {}): Promise<Answer> {
  const { params = {}, body, form } = input;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const sentAtMs = performance.now();
  const answer = await fetch(server.baseUrl + API_BASE + path, {
    method: route.method,
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
    headers: {
      authorization: `Bearer ${who.token}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
    .then(async (reply) => ({ status: reply.status, ...((await reply.json()) as Pick<Answer, 'code' | 'data'>) }))
    .catch(() => NO_ANSWER);
  return { ...answer, ms: performance.now() - sentAtMs };
}

/** Returns a function that prepares a stage. Some objects of the stage are created by calls to `server`. */
export async function openTheatre(database: Database, server: ServerProcess) {
  const clock = await followClock(database.db);
  const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL });
  const identity = await openIdentity({ database, clock, config });
  const admin = await signedIn(database.db, identity, { role: 'Admin' });
  const passwordHash = await hashPassword(PASSWORD);
  return {
    close: () => clock.stop(),
    prepare: (isStart: boolean) => prepare({ db: database.db, clock, identity, server, admin, passwordHash }, isStart),
  };
}

async function signedIn(db: Db, identity: Identity, wish: Parameters<typeof insertPerson>[1]): Promise<Asker> {
  const person = await insertPerson(db, wish);
  return { ...person, token: await tokenFor(identity, person.userId, LIFETIME) };
}

type RaceServerDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly identity: Identity;
  readonly server: ServerProcess;
  readonly admin: Asker;
  readonly passwordHash: string;
};

async function prepare(parts: RaceServerDeps, isStart: boolean): Promise<Stage> {
  const { db, clock, identity, admin, passwordHash } = parts;
  const [seller, owner, trader] = (await Promise.all(
    [1, 2, 3].map(() => signedIn(db, identity, { passwordHash, maxBidQuantity: 500 })),
  )) as [Asker, Asker, Asker];
  const otherAccountId = trader.accountId;
  await moveToAccount(db, trader, { accountId: owner.accountId, role: 'trader' });
  await sql`insert into account_member (account_id, user_id) values (${otherAccountId}, ${owner.userId})`.execute(db);
  const member = { ...trader, accountId: owner.accountId };
  const wish = { ownerAccountId: seller.accountId, createdBy: admin.userId, items: [{}, {}] };
  const live = await insertAuction(db, { ...wish, bidders: [{ person: member }] });
  const { id: holdingId } = await aHolding(db, { holder: { ...owner }, seller, quantity: 100 });
  const sellOrder = await makeSellOrder(parts, seller, true);
  const draft = await makeSellOrder(parts, seller, false);
  const body = { accountId: owner.accountId, quantity: 5, beneficiary: null, reviewed: null };
  const placed = await ask(parts.server, owner, placeBuyOrder, { params: { id: sellOrder.id }, body });
  // Inserted last, because this auction may start soon. The round's calls are sent right after it.
  const upcoming = await insertAuction(db, {
    ...wish,
    startsIn: 3_600,
    endsIn: 7_200,
    isPrivate: false,
  });
  if (isStart)
    await sql`
      update auction set start_time = clock_timestamp() + ${STARTS_IN_MS} * interval '1 millisecond'
      where id = ${upcoming.auctionId}`.execute(db);
  return {
    admin,
    seller,
    owner,
    trader: member,
    otherAccountId,
    upcoming,
    live,
    sellOrder,
    draft,
    buyOrderId: placed.data.id ?? '',
    holdingId,
    later: new Date(clock.nowMs() + LATER_MS).toISOString(),
  };
}

async function makeSellOrder(
  { server, admin }: RaceServerDeps,
  seller: Asker,
  isPublished: boolean,
): Promise<SellOrder> {
  const made = await ask(server, admin, createSellOrder, { body: aSellOrder(seller.accountId) });
  const id = made.data.id ?? '';
  const item = await ask(server, admin, addSellOrderItem, { params: { id }, body: aSellOrderItem() });
  if (isPublished) await ask(server, admin, publishSellOrder, { params: { id }, body: { publishTime: null } });
  const { sellOrderItemId } = item.data as { sellOrderItemId?: string };
  return { id, itemId: sellOrderItemId ?? '' };
}
