import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proposeRetirements, retireProposal } from '#contract/claim/retire-list.ts';
import { getHoldingAsUser } from '#contract/holding/holding.ts';
import { getRetirementAsUser, listRetirementsAsUser, retireHolding } from '#contract/holding/retirement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let seller: SignedIn;
let holder: SignedIn;
let ids: readonly string[];
beforeAll(async () => {
  w = await world();
  seller = await w.signedIn();
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});
beforeEach(async () => {
  holder = await w.signedIn();
  const { db } = w.database;
  const made = [
    await aHolding(db, { holder, seller, quantity: 30 }),
    await aHolding(db, { holder, seller, quantity: 20 }),
  ];
  ids = made.map(({ id }) => id);
});

/** Holdings of `aHolding` are RECs of Malaysia and the year 2020. */
const usage = (site: string, month: string, megawattHours: string) => ({
  site,
  country: 'MY',
  location: `${site}, plant 2`,
  month,
  megawattHours,
});
const LIST = [usage('Perai', '2020-01', '10.4'), usage('Perai', '2020-02', '10.4'), usage('Kulim', '2020-07', '15')];

const params = () => ({ id: holder.accountId });
const propose = (consumption: readonly ReturnType<typeof usage>[] = LIST) =>
  w.call(holder, proposeRetirements, { params: params(), body: { consumption: [...consumption] } });
const retire = (fingerprint: string, more: { purpose?: string; key?: string } = {}) => {
  const { key = randomUUID(), purpose = 'scope2' } = more;
  const body = { consumption: [...LIST], fingerprint, purpose, purposeText: '' };
  return w.call(holder, retireProposal, { params: params(), body, key });
};
const left = async () => {
  const all = await Promise.all(ids.map((id) => w.call(holder, getHoldingAsUser, { params: { id } })));
  return all.reduce((sum, { data }) => sum + data.balance, 0);
};

test('shows a proposal, and one call retires exactly that with a statement for each site', async () => {
  const { data } = await propose();
  expect(data).toMatchObject({ needed: 36, covered: 36 });
  expect(data.retirements.map(({ site, needed, uncovered }) => [site, needed, uncovered])).toEqual([
    ['Kulim', 15, []],
    ['Perai', 21, []],
  ]);
  expect(data.holdings.length).toBeGreaterThan(0);
  expect(await left()).toBe(50);
  const key = randomUUID();
  const made = await retire(data.fingerprint, { key });
  expect(made.data.retirements).toHaveLength(2);
  expect((await retire(data.fingerprint, { key })).data).toEqual(made.data);
  expect(await left()).toBe(14);
  const [kulim = { id: '' }] = made.data.retirements;
  const read = await w.call(holder, getRetirementAsUser, { params: { id: kulim.id } });
  expect(read.data).toMatchObject({
    quantity: 15,
    beneficiary: { name: `Company of ${holder.username}`, country: 'MY', location: 'Kulim, plant 2' },
    claim: { periodFrom: '2020-07-01', periodTo: '2020-07-31', purpose: 'scope2' },
  });
  const mails = await w.database.db
    .selectFrom('outbox')
    .select('body')
    .where('recipient', '=', `${holder.username}@example.test`)
    .where('body', 'like', `%${made.data.retirements[1]?.number}%`)
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain(read.data.number);
});

test('retires nothing if the holdings have changed since the proposal', async () => {
  const { data } = await propose();
  const [id = ''] = ids;
  await w.call(holder, retireHolding, { params: { id }, body: { quantity: 30, beneficiary: { choice: 'own' } } });
  const [again] = [await retire(data.fingerprint)];
  expect(again).toMatchObject({ status: 409, code: 'holdings_changed' });
  expect(await left()).toBe(20);
  expect((await w.call(holder, listRetirementsAsUser)).data.total).toBe(1);
});

test('of two parallel calls with one proposal, one retires and the other is refused', async () => {
  const { data } = await propose();
  const answers = await Promise.all([retire(data.fingerprint), retire(data.fingerprint)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['Success', 'holdings_changed']);
  expect(await left()).toBe(14);
});

test('says what no holding covers, and refuses a list that matches nothing', async () => {
  const some = await propose([usage('Perai', '2020-01', '80'), usage('Perai', '2024-01', '5')]);
  expect(some.data.retirements.map(({ uncovered }) => uncovered)).toEqual([
    [{ month: '2020-01', quantity: 30 }],
    [{ month: '2024-01', quantity: 5 }],
  ]);
  const none = [usage('Perai', '2024-01', '5')];
  const { data } = await propose(none);
  expect(data.covered).toBe(0);
  const body = { consumption: none, fingerprint: data.fingerprint, purpose: 'scope2', purposeText: '' };
  const refused = await w.call(holder, retireProposal, { params: params(), body });
  expect(refused).toMatchObject({ status: 422, code: 'nothing_to_retire' });
});

test('names the wrong field of each row', async () => {
  const wrong = [usage('Perai', 'March', '1'), { ...usage('Perai', '2020-01', '-1'), site: 'Kulim' }, ...LIST];
  expect((await propose(wrong)).fields).toMatchObject({
    'consumption.0.month': { code: 'month_invalid' },
    'consumption.1.megawattHours': { code: 'megawatt_hours_invalid' },
  });
  const { data } = await propose();
  expect((await retire(data.fingerprint, { purpose: 'other' })).fields).toMatchObject({
    purposeText: { code: 'field_required' },
  });
});
