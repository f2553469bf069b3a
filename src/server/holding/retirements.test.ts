import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { saveBeneficiary } from '#contract/holding/beneficiary.ts';
import {
  exportHoldingsAsUser,
  getHoldingAsUser,
  listHoldingsAsAdmin,
  listHoldingsAsUser,
  listMovementsAsAdmin,
  listMovementsAsUser,
  totalHoldingsAsUser,
} from '#contract/holding/holding.ts';
import {
  confirmStatement,
  exportRetirementsAsUser,
  getRetirementAsUser,
  getStatementAsUser,
  listRetirementsAsAdmin,
  listRetirementsAsUser,
  retireHolding,
} from '#contract/holding/retirement.ts';
import { UNKNOWN_CLAIM } from '#domain/claim/claim.ts';
import { withPlace } from '#domain/holding/beneficiary.ts';
import { retire } from '#server/holding/retire.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { findHoldingAccount } from '#server/ledger/ledger-accounts.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let holder: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  seller = await w.signedIn();
});
afterAll(async () => {
  expect((await proveLedger(w.database.db)).problems).toEqual([]);
  await w.end();
});
beforeEach(async () => {
  holder = await w.signedIn();
});

/** Returns the holdings that a company won in a closed auction. */
async function won(quantities: readonly number[], winner: SignedIn = holder): Promise<string[]> {
  const auction = await insertAuction(w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    items: quantities.map((quantity) => ({ quantity })),
    bidders: [{ person: winner }],
  });
  const params = { id: auction.auctionId };
  for (const [index, quantity] of quantities.entries()) {
    const body = {
      auctionItemId: auction.itemIds[index] ?? '',
      price: 12.3,
      quantity,
      bidderPartialFulfillment: true,
    };
    expect((await w.call(winner, placeBid, { params, body })).code).toBe('Success');
  }
  await moveAuction(w.database.db, auction.auctionId, -200, -100);
  await w.call(admin, getResultAsAdmin, { params });
  const { data } = await w.call(winner, listHoldingsAsUser, { query: '?sort=vintage' });
  return data.items.map(({ id }) => id);
}

const OWN = { choice: 'own' } as const;
const NURUL = {
  choice: 'new',
  accountType: 'Personal',
  name: 'Nurul Aisyah',
  address: 'Jalan Ampang 7',
  nameOnCertificates: 'N. Aisyah',
  buildingOwnerName: '',
  isSaved: false,
} as const;

test('won RECs are a holding that names its origin, and count in the totals', async () => {
  const [first = '', second = ''] = await won([100, 40]);
  const { data } = await w.call(holder, listHoldingsAsUser, { query: '?sort=balance' });
  expect(data).toMatchObject({ total: 2, isMore: false });
  expect(data.items[0]).toMatchObject({
    id: first,
    companyName: `Company of ${holder.username}`,
    recCountry: 'MY',
    recFuelType: 'Hydro',
    recVintage: { year: 2020, period: 'FullYear' },
    balance: 100,
    quantity: 100,
    retired: 0,
    acquiredFrom: `Company of ${seller.username}`,
    source: { kind: 'auction', title: 'Hydro and solar, Peninsular Malaysia' },
    price: 12.3,
  });
  await w.call(holder, retireHolding, { params: { id: first }, body: { quantity: 30, beneficiary: OWN } });
  const totals = await w.call(holder, totalHoldingsAsUser);
  expect(totals.data).toMatchObject([
    { recFuelType: 'Hydro', holdings: 1, balance: 70, quantity: 100, retired: 30, released: 0 },
    { recFuelType: 'Solar', balance: 40, quantity: 40, retired: 0 },
  ]);
  const filtered = await w.call(holder, listHoldingsAsUser, { query: '?fuelType=Solar&country=MY&vintageYear=2021' });
  expect((await w.call(holder, listHoldingsAsUser, { query: '?vintageYear=9999999999' })).code).toBe('invalid_request');
  expect(filtered.data.items.map(({ id }) => id)).toEqual([second]);
  const sought = await w.call(admin, listHoldingsAsAdmin, { query: `?search=${holder.username}` });
  expect(sought.data.total).toBe(2);
  expect((await w.call(holder, exportHoldingsAsUser, { query: '?show=all' })).text).toContain(
    'MY,Hydro,2020'.slice(3, 8),
  );
});

test('retires a part and then everything, each with a statement; nothing remains, and the movements show it', async () => {
  const [id = ''] = await won([100]);
  const params = { id };
  const part = await w.call(holder, retireHolding, { params, body: { quantity: 30, beneficiary: NURUL } });
  expect(part.data).toMatchObject({
    quantity: 30,
    lines: [{ holdingId: id, quantity: 30 }],
    retiredBy: holder.username,
  });
  expect(part.data.beneficiary).toMatchObject({ name: 'Nurul Aisyah', address: 'Jalan Ampang 7' });
  const rest = await w.call(holder, retireHolding, { params, body: { quantity: 70, beneficiary: OWN } });
  expect(rest.data.beneficiary.name).toBe(`Company of ${holder.username}`);
  const left = await w.call(holder, getHoldingAsUser, { params });
  expect(left.data).toMatchObject({ balance: 0, quantity: 100, retired: 100 });
  expect((await w.call(holder, listHoldingsAsUser)).data.total).toBe(0);
  expect((await w.call(holder, listHoldingsAsUser, { query: '?show=empty' })).data.total).toBe(1);
  const movements = await w.call(holder, listMovementsAsUser, { params });
  expect(movements.data).toMatchObject({
    total: 3,
    items: [
      {
        kind: 'retired',
        quantity: -70,
        balanceAfter: 0,
        by: holder.username,
        retirement: { number: rest.data.number },
      },
      { kind: 'retired', quantity: -30, balanceAfter: 70, retirement: { id: part.data.id } },
      { kind: 'awarded', quantity: 100, balanceAfter: 100, by: null, retirement: null },
    ],
  });
  expect((await w.call(admin, listMovementsAsAdmin, { params })).data.total).toBe(3);
});

test('reports everything wrong beside its field, and retires nothing', async () => {
  const [id = ''] = await won([100]);
  const refused = await w.call(holder, retireHolding, {
    params: { id },
    body: { quantity: 101, beneficiary: { ...NURUL, accountType: 'Building', name: '' } },
  });
  expect(refused).toMatchObject({
    status: 422,
    code: 'maximum_quantity_is',
    fields: {
      quantity: { code: 'maximum_quantity_is', params: { maximum: 100 } },
      name: { code: 'field_required' },
      buildingOwnerName: { code: 'field_required' },
    },
  });
  const saved = { choice: 'saved', beneficiaryId: randomUUID() } as const;
  const gone = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 1, beneficiary: saved } });
  expect(gone.fields).toMatchObject({ beneficiaryId: { code: 'beneficiary_unknown' } });
  expect((await w.call(holder, getHoldingAsUser, { params: { id } })).data.balance).toBe(100);
});

test('the same request sent twice is one retirement', async () => {
  const [id = ''] = await won([100]);
  const asked = { params: { id }, body: { quantity: 60, beneficiary: OWN }, key: randomUUID() };
  const [first, second] = [await w.call(holder, retireHolding, asked), await w.call(holder, retireHolding, asked)];
  expect(second.data).toEqual(first.data);
  expect((await w.call(holder, getHoldingAsUser, { params: { id } })).data.balance).toBe(40);
});

test('a statement keeps its names, even if the saved beneficiary and the company change', async () => {
  const [id = ''] = await won([10]);
  const { choice: _choice, isSaved: _isSaved, ...fields } = NURUL;
  const saved = await w.call(holder, saveBeneficiary, { params: { id: holder.accountId }, body: fields });
  const beneficiary = { choice: 'saved', beneficiaryId: saved.data.id } as const;
  const made = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 10, beneficiary } });
  const { db } = w.database;
  await db.updateTable('beneficiary').set({ name: 'Somebody else' }).where('id', '=', saved.data.id).execute();
  await db.updateTable('account').set({ company_name: 'Renamed' }).where('id', '=', holder.accountId).execute();
  const read = await w.call(holder, getRetirementAsUser, { params: { id: made.data.id } });
  expect(read.data).toEqual(made.data);
  expect(read.data.companyName).toBe(`Company of ${holder.username}`);
  await expect(
    db.updateTable('retirement').set({ name: 'X' }).where('id', '=', made.data.id).execute(),
  ).rejects.toThrow('only ever added to');
});

test('anyone with the number can verify the statement, and learns nothing private', async () => {
  const [id = ''] = await won([100]);
  const made = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 25, beneficiary: NURUL } });
  const confirm = (number: string) =>
    w.call(undefined, confirmStatement, { params: { number: encodeURIComponent(number) } });
  const typed = made.data.number.toLowerCase().replaceAll('-', ' ');
  const confirmed = await confirm(typed);
  expect(confirmed.data).toEqual({
    number: made.data.number,
    companyName: `Company of ${holder.username}`,
    quantity: 25,
    lines: [{ recCountry: 'MY', recFuelType: 'Hydro', recVintage: { year: 2020, period: 'FullYear' }, quantity: 25 }],
    retiredAt: made.data.retiredAt,
    accountType: 'Personal',
    nameOnCertificates: 'N. Aisyah',
    address: null,
    country: '',
    location: null,
    claim: UNKNOWN_CLAIM,
    state: 'platform',
    registry: [],
    ranges: [],
  });
  const tower = { ...NURUL, accountType: 'Building', buildingOwnerName: 'Pantai Holdings' };
  const building = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 1, beneficiary: tower } });
  const shown = await confirm(building.data.number);
  expect(shown.data.address).toBe('Jalan Ampang 7');
  expect(shown.text).not.toContain('Pantai');
  const last = made.data.number.at(-1) === '0' ? '1' : '0';
  expect(await confirm(made.data.number.slice(0, -1) + last)).toMatchObject({
    status: 422,
    code: 'statement_number_incorrect',
  });
  expect(await confirm('0000-0000-0000-0000')).toMatchObject({ status: 404, code: 'statement_unknown' });
});

test('the history finds retirements by holding, product, number and beneficiary, and is exported', async () => {
  const [first = '', second = ''] = await won([100, 40]);
  const made = await w.call(holder, retireHolding, {
    params: { id: first },
    body: { quantity: 5, beneficiary: NURUL },
  });
  await w.call(holder, retireHolding, { params: { id: second }, body: { quantity: 6, beneficiary: OWN } });
  const find = async (query: string) =>
    (await w.call(holder, listRetirementsAsUser, { query })).data.items.map(({ quantity }) => quantity);
  expect(await find('')).toEqual([6, 5]);
  expect(await find(`?holding=${first}`)).toEqual([5]);
  expect(await find('?fuelType=Solar')).toEqual([6]);
  expect(await find(`?search=${made.data.number}`)).toEqual([5]);
  expect(await find('?search=aisyah')).toEqual([5]);
  expect(await find(`?account=${randomUUID()}`)).toEqual([]);
  const all = await w.call(admin, listRetirementsAsAdmin, { query: `?search=${holder.username}` });
  expect(all.data.total).toBe(2);
  expect((await w.call(holder, exportRetirementsAsUser)).text).toContain(made.data.number);
});

test('the statement is a PDF, and every member gets an email in both languages with number and link', async () => {
  const [id = ''] = await won([10]);
  const made = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 10, beneficiary: NURUL } });
  const pdf = await w.call(holder, getStatementAsUser, { params: { id: made.data.id } });
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  const mails = await w.database.db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('recipient', '=', `${holder.username}@example.test`)
    .where('body', 'like', '%/retirement/%')
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('10 RECs retired / 已注销 10 张绿证');
  expect(mails[0]?.body).toContain(`http://greenlot.test/retirement/${made.data.number}`);
  expect(mails[0]?.body).toContain('Malaysia · Hydro · 2020');
});

test('RECs bought and retired in one step are booked immediately, several products in one statement', async () => {
  const ids = await won([50, 30]);
  const { db } = w.database;
  const parts = await Promise.all(
    ids.map(async (id) => {
      const source = await findHoldingAccount(db, id);
      const holding = { ...source, sourceKind: 'buy_order_part', sourceId: randomUUID() } as const;
      const offered = { ...source, kind: 'listed', sourceKind: 'sell_order_item', sourceId: randomUUID() } as const;
      await bookMovements(db, [{ kind: 'listed', from: source, to: offered, quantity: 20 }]);
      return { holding, offered, quantity: 20 };
    }),
  );
  const { id } = await retire(
    db,
    { lines: parts, beneficiary: { ...withPlace(NURUL), accountType: 'Corporate' }, claim: UNKNOWN_CLAIM },
    {
      accountId: holder.accountId,
      userId: admin.userId,
      publicUrl: 'http://greenlot.test',
      before: parts.map(({ holding, offered, quantity }) => ({ kind: 'sold', from: offered, to: holding, quantity })),
    },
  );
  const read = await w.call(holder, getRetirementAsUser, { params: { id } });
  // Users do not see which administrator acted.
  expect(read.data).toMatchObject({ quantity: 40, retiredBy: null, lines: [{ quantity: 20 }, { quantity: 20 }] });
  expect((await w.call(holder, listRetirementsAsUser, { query: '?fuelType=Solar' })).data.total).toBe(1);
});
