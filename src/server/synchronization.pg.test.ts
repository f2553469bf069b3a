import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccounts } from '#contract/company/company.ts';
import type { Db } from '#server/platform/database/database.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

/** Changes of transactions that run at the same time (decision 119). */

let w: World;
let admin: SignedIn;
let [early, late]: [string, string] = ['', ''];
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [early, late] = [(await w.signedIn()).accountId, (await w.signedIn()).accountId];
});
afterAll(() => w.end());

const change = (db: Db, id: string) => sql`update account set pic_name = 'changed' where id = ${id}`.execute(db);
const pass = () => sql`select pg_sleep(0.01)`.execute(w.database.db);

async function read(position: { readonly cursor?: string; readonly updatedSince?: string }) {
  const { data } = await w.call(admin, listAccounts, {
    query: `?${new URLSearchParams({ limit: '100', ...position }).toString()}`,
  });
  const { items, nextCursor = '' } = data;
  return { ids: items.map(({ id }) => id), cursor: nextCursor };
}

const START = { updatedSince: '1970-01-01T00:00:00Z' };

test('a change that commits later, with an earlier time, is not missed', async () => {
  await pass();
  const { cursor: before } = await read(START);
  const slow = await w.database.db.startTransaction().execute();
  await change(slow, early);
  await pass();
  await change(w.database.db, late);
  await pass();
  // The later change is visible, but the reader waits for the transaction with the earlier one.
  const meanwhile = await read({ cursor: before });
  expect(meanwhile.ids).toEqual([]);
  await slow.commit().execute();
  await pass();
  const after = await read({ cursor: meanwhile.cursor });
  expect(after.ids).toEqual([early, late]);
  expect((await read({ cursor: after.cursor })).ids).toEqual([]);
});

test('a transaction that began long ago but changes something only now is not missed', async () => {
  const { cursor: before } = await read(START);
  const slow = await w.database.db.startTransaction().execute();
  await sql`select 1 from account`.execute(slow);
  await pass();
  await change(w.database.db, late);
  await pass();
  // The slow transaction has changed nothing yet, so it holds nobody up.
  const meanwhile = await read({ cursor: before });
  expect(meanwhile.ids).toEqual([late]);
  await change(slow, early);
  await pass();
  const waiting = await read({ cursor: meanwhile.cursor });
  expect(waiting.ids).toEqual([]);
  await slow.commit().execute();
  await pass();
  expect((await read({ cursor: waiting.cursor })).ids).toEqual([early]);
});

test('a transaction that is rolled back is no change, and holds nobody up afterwards', async () => {
  const { cursor: before } = await read(START);
  const slow = await w.database.db.startTransaction().execute();
  await change(slow, early);
  await slow.rollback().execute();
  await change(w.database.db, late);
  await pass();
  expect((await read({ cursor: before })).ids).toEqual([late]);
});

test('readers that poll during many transactions get every change', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await w.signedIn()).accountId));
  await pass();
  let { cursor } = await read(START);
  const seen = new Set<string>();
  let isOver = false;
  const reader = (async () => {
    for (let last = false; !last;) {
      last = isOver;
      const page = await read({ cursor });
      page.ids.forEach((id) => seen.add(id));
      ({ cursor } = page);
    }
  })();
  const { db } = w.database;
  const write = async (id: string, index: number) => {
    const transaction = await db.startTransaction().execute();
    await change(transaction, id);
    await sql`select pg_sleep(${(index * 7) % 11} / 100.0)`.execute(transaction);
    await transaction.commit().execute();
  };
  for (let from = 0; from < ids.length; from += 4)
    await Promise.all(ids.slice(from, from + 4).map((id, index) => write(id, from + index)));
  await pass();
  isOver = true;
  await reader;
  expect([...seen].toSorted()).toEqual(ids.toSorted());
});
