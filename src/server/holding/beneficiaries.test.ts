import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deleteBeneficiary,
  listBeneficiaries,
  saveBeneficiary,
  updateBeneficiary,
} from '#contract/holding/beneficiary.ts';
import { resolveBeneficiary } from '#server/holding/beneficiaries.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

const TOWER = {
  accountType: 'Building',
  name: 'Menara Pantai',
  address: 'Jalan Sultan 8',
  nameOnCertificates: 'Menara Pantai',
  buildingOwnerName: 'Pantai Holdings',
  country: 'MY',
  location: 'Kuala Lumpur',
};

let w: World;
let holder: SignedIn;
beforeAll(async () => {
  w = await world();
});
afterAll(() => w.end());
beforeEach(async () => {
  holder = await w.signedIn();
});

const save = (body: typeof TOWER) => w.call(holder, saveBeneficiary, { params: { id: holder.accountId }, body });
const list = async (search = '') =>
  (await w.call(holder, listBeneficiaries, { params: { id: holder.accountId }, query: `?search=${search}` })).data;

test('lists saved beneficiaries by name, finds them by either name, changes and deletes them', async () => {
  const saved = await save({ ...TOWER, name: ' Menara  Pantai ' });
  expect(saved.data).toMatchObject(TOWER);
  await save({ ...TOWER, accountType: 'Personal', name: 'Aisyah', nameOnCertificates: 'N. Aisyah' });
  expect(await list()).toMatchObject({ total: 2, items: [{ name: 'Aisyah', buildingOwnerName: '' }, TOWER] });
  expect(await list('n. ais')).toMatchObject({ total: 1 });
  const params = { id: holder.accountId, beneficiaryId: saved.data.id };
  const changed = { ...TOWER, accountType: 'Corporate', name: 'Pantai Bhd' };
  await w.call(holder, updateBeneficiary, { params, body: changed });
  expect((await list('bhd')).items).toEqual([{ ...changed, buildingOwnerName: '', id: saved.data.id }]);
  await w.call(holder, deleteBeneficiary, { params });
  expect((await list()).total).toBe(1);
  expect((await w.call(holder, deleteBeneficiary, { params })).code).toBe('not_found');
});

test('saves the same beneficiary once, and rejects a wrong one with a reason for every field', async () => {
  const [first, second] = [await save(TOWER), await save(TOWER)];
  expect(second.data.id).toBe(first.data.id);
  const wrong = await save({ ...TOWER, name: '', buildingOwnerName: ' ', address: 'Lot #7' });
  expect(wrong).toMatchObject({
    status: 422,
    fields: {
      name: { code: 'field_required' },
      buildingOwnerName: { code: 'field_required' },
      address: { code: 'address_incorrect' },
    },
  });
  expect((await list()).total).toBe(1);
});

test('a retirement names its own company, a saved beneficiary or a new one, and learns nothing of others’', async () => {
  const { db } = w.database;
  const saver = { accountId: holder.accountId, userId: holder.userId };
  expect(await resolveBeneficiary(db, saver, { choice: 'own' })).toMatchObject({
    accountType: 'Corporate',
    name: `Company of ${holder.username}`,
    nameOnCertificates: `Company of ${holder.username}`,
  });
  const { id: beneficiaryId, ...saved } = (await save(TOWER)).data;
  expect(await resolveBeneficiary(db, saver, { choice: 'saved', beneficiaryId })).toEqual(saved);
  const fresh = { ...TOWER, name: 'Menara Bukit' };
  expect(await resolveBeneficiary(db, saver, { choice: 'new', ...fresh, isSaved: false })).toEqual(fresh);
  expect((await list()).total).toBe(1);
  await resolveBeneficiary(db, saver, { choice: 'new', ...fresh, isSaved: true });
  expect((await list()).items).toMatchObject([fresh, TOWER]);
  const stranger = await w.signedIn();
  const strangers = { accountId: stranger.accountId, userId: stranger.userId };
  const fields = { beneficiaryId: { code: 'beneficiary_unknown' } };
  for (const id of [beneficiaryId, randomUUID()])
    await expect(resolveBeneficiary(db, strangers, { choice: 'saved', beneficiaryId: id })).rejects.toMatchObject({
      code: 'beneficiary_unknown',
      fields,
    });
});
