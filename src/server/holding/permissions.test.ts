import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportHoldingsAsAdmin,
  exportHoldingsAsUser,
  getHoldingAsAdmin,
  getHoldingAsUser,
  listHoldingsAsAdmin,
  listHoldingsAsUser,
  listMovementsAsAdmin,
  listMovementsAsUser,
  totalHoldingsAsAdmin,
  totalHoldingsAsUser,
} from '#contract/holding.ts';
import {
  confirmStatement,
  exportRetirementsAsAdmin,
  exportRetirementsAsUser,
  getRetirementAsAdmin,
  getRetirementAsUser,
  getStatementAsAdmin,
  getStatementAsUser,
  listRetirementsAsAdmin,
  listRetirementsAsUser,
  retireHolding,
  type Retirement,
} from '#contract/retirement.ts';
import type { Route } from '#contract/route.ts';
import { aHolding } from '#testing/holding-builders.ts';
import {
  byName,
  expectAllServed,
  FORBIDDEN as NO,
  HIDDEN,
  nameOf,
  OK,
  UNKNOWN as OUT,
} from '#testing/permission-matrix.ts';
import { moveToAccount } from '#testing/records.ts';
import { world, type SignedIn, type World } from '#testing/world.ts';

/** Who calls: nobody at all, another company's owner, members of the holder, its owner while it is blacklisted. */
const WHO = ['nobody', 'rival', 'viewer', 'trader', 'owner', 'barred', 'admin'] as const;
type Who = (typeof WHO)[number];

let w: World;
let people: Readonly<Record<Who, SignedIn | undefined>>;
let owner: SignedIn;
let holdingId: string;
let retirement: Retirement;

const BODY = { quantity: 1, beneficiary: { choice: 'own' } } as const;

beforeAll(async () => {
  w = await world();
  const [rival, viewer, trader, admin, seller] = await Promise.all([
    w.signedIn(),
    w.signedIn(),
    w.signedIn(),
    w.signedIn({ role: 'Admin' }),
    w.signedIn(),
  ]);
  owner = await w.signedIn();
  const { accountId } = owner;
  await moveToAccount(w.database.db, viewer, { accountId, role: 'viewer' });
  await moveToAccount(w.database.db, trader, { accountId, role: 'trader' });
  people = { nobody: undefined, rival, viewer, trader, owner, barred: owner, admin };
  holdingId = (await aHolding(w.database.db, { holder: owner, seller, quantity: 100 })).id;
  retirement = (await w.call(owner, retireHolding, { params: { id: holdingId }, body: BODY })).data;
});
afterAll(() => w.end());

/** Lists are everybody's own; what stands in them is tested below. */
const lists = [OUT, OK, OK, OK, OK, OK, NO];
const members = [OUT, HIDDEN, OK, OK, OK, OK, NO];
const actors = [OUT, HIDDEN, 'viewer_cannot_act', OK, OK, 'account_blacklisted', NO];
const admins = [OUT, NO, NO, NO, NO, NO, OK];
const everybody = WHO.map(() => OK);

type Row = readonly [route: Route, codes: readonly string[]];
const ROWS: readonly Row[] = [
  [listHoldingsAsUser, lists],
  [totalHoldingsAsUser, lists],
  [exportHoldingsAsUser, lists],
  [getHoldingAsUser, members],
  [listMovementsAsUser, members],
  [retireHolding, actors],
  [listRetirementsAsUser, lists],
  [exportRetirementsAsUser, lists],
  [getRetirementAsUser, members],
  [getStatementAsUser, members],
  [listHoldingsAsAdmin, admins],
  [totalHoldingsAsAdmin, admins],
  [exportHoldingsAsAdmin, admins],
  [getHoldingAsAdmin, admins],
  [listMovementsAsAdmin, admins],
  [listRetirementsAsAdmin, admins],
  [exportRetirementsAsAdmin, admins],
  [getRetirementAsAdmin, admins],
  [getStatementAsAdmin, admins],
  [confirmStatement, everybody],
];

const setStatus = (status: 'Active' | 'Blacklisted') =>
  w.database.db.updateTable('account').set({ status }).where('id', '=', owner.accountId).execute();

async function ask(who: Who, route: Route, id: string) {
  const params = { id, number: retirement.number };
  return w.call(people[who], route, { params, ...(route.method === 'POST' && { body: BODY }) });
}

test.each(ROWS.map(([route, codes]) => [nameOf(route), route, codes] as const))(
  'who may: %s',
  async (__name, route, codes) => {
    const id = route.path.includes('/retirements/{id}') ? retirement.id : holdingId;
    const got: string[] = [];
    for (const who of WHO) {
      if (who === 'barred') await setStatus('Blacklisted');
      const { code, text } = await ask(who, route, id);
      got.push(code);
      // What is hidden answers like what isn't there, byte for byte (rules 7).
      if (code === HIDDEN) expect((await ask(who, route, randomUUID())).text).toBe(text);
      await setStatus('Active');
    }
    expect(byName(WHO, got)).toEqual(byName(WHO, codes));
  },
);

test('no operation on holdings and retirements is missing here', () =>
  expectAllServed(
    w,
    /^(\/user|\/admin)?\/(holdings|retirements)\b/,
    ROWS.map(([route]) => route),
  ));

test('lists hold what is their reader’s own, whatever they are filtered by', async () => {
  const all = `?show=all&account=${owner.accountId}`;
  for (const [who, count] of [
    ['rival', 0],
    ['viewer', 1],
    ['trader', 1],
  ] as const) {
    expect((await w.call(people[who], listHoldingsAsUser, { query: all })).data.items).toHaveLength(count);
    expect((await w.call(people[who], totalHoldingsAsUser, { query: all })).data).toHaveLength(count);
    const lines = (await w.call(people[who], exportHoldingsAsUser, { query: all })).text.trim().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    const found = await w.call(people[who], listRetirementsAsUser, { query: `?search=${retirement.number}` });
    expect(found.data.total).toBe(who === 'rival' ? 0 : 1);
  }
});
