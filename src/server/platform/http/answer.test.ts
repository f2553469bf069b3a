import { Writable } from 'node:stream';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { route } from '#contract/basics/route.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { operation } from '#server/platform/http/operation.ts';
import { freshDatabase } from '#testing/world/database.ts';

const nameTick = route('POST /tick-names', {
  access: 'open',
  summary: 'Keeps a name, and answers as it is told',
  body: z.strictObject({ name: z.string(), answer: z.unknown() }),
  reply: z.strictObject({ name: z.string() }),
});

const askWrongly = route('GET /wrong-query', {
  access: 'open',
  summary: 'Runs a query of ours that cannot work',
  query: z.strictObject({ which: z.coerce.number() }),
  reply: z.strictObject({}),
});

/** Bugs in our own queries, with the SQLSTATE that PostgreSQL gives each. */
const WRONG_QUERIES = [
  ['22P02', sql`select ${'no id'}::uuid`],
  ['42804', sql`insert into tick_size (id, name, price_step_cents) values (gen_random_uuid(), 'x', true)`],
  ['42703', sql`select nothing from tick_size`],
  ['22003', sql`select ${'2147483648'}::bigint::integer`],
] as const;

let database: Database;
const logged: string[] = [];
const stream = new Writable({ write: (line, _, done) => (logged.push(String(line)), done()) });
const app = createHttp({ logger: { level: 'error', stream }, trustProxy: '' });
const followed: string[] = [];

beforeAll(async () => {
  ({ database } = await freshDatabase());
  const keep = operation(nameTick, async ({ db, body, afterCommit }) => {
    afterCommit(() => followed.push(body.name));
    const id = crypto.randomUUID();
    await db.insertInto('tick_size').values({ id, name: body.name, price_step_cents: 10 }).execute();
    return body.answer as { name: string };
  });
  const fail = operation(askWrongly, async ({ db, query }) => {
    await WRONG_QUERIES[query.which]?.[1].execute(db);
    return {};
  });
  const authenticate = () => Promise.reject(new Error('nobody is asked'));
  registerOperations(app, [keep, fail], { db: database.db, clock: { nowMs: () => 0 }, authenticate });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const ask = async (name: string, answer: unknown) => {
  const reply = await app.inject({ method: 'POST', url: `${API_BASE}/tick-names`, payload: { name, answer } });
  return { status: reply.statusCode, text: reply.body };
};

const kept = async (): Promise<string[]> => {
  const rows = await database.db.selectFrom('tick_size').select('name').execute();
  return rows.map(({ name }) => name);
};

test('a reply outside the contract is rolled back and reveals nothing (ASVS 2.3.3, 15.3.1, 16.5.3)', async () => {
  const before = await kept();
  expect(await ask('good', { name: 'good' })).toMatchObject({ status: 200 });
  const leaking = await ask('leaking', { name: 'leaking', password_hash: 'secret' });
  expect(leaking.status).toBe(500);
  expect(leaking.text).toContain('"code":"internal"');
  expect(leaking.text).not.toContain('secret');
  expect(leaking.text).not.toContain('password_hash');
  expect(await kept()).toEqual([...before, 'good']);
  expect(followed).toEqual(['good']);
});

test.each(WRONG_QUERIES.map(([state], which) => [state, which] as const))(
  'a query that PostgreSQL rejects with %s is an internal error, and is logged',
  async (state, which) => {
    logged.length = 0;
    const reply = await app.inject({ method: 'GET', url: `${API_BASE}/wrong-query?which=${which}` });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: 'internal' });
    expect(logged.join('')).toContain(state);
  },
);
