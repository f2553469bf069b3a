import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listRegistryTasks, recordRegistry, recordRegistryAsUser } from '#contract/claim/claim.ts';
import {
  confirmStatement,
  getRetirementAsUser,
  getStatementAsUser,
  listRetirementsAsUser,
  retireHolding,
} from '#contract/holding/retirement.ts';
import { listNotices } from '#contract/notice.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { moveToAccount } from '#testing/builders/records.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let holder: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());
beforeEach(async () => {
  [seller, holder] = [await w.signedIn(), await w.signedIn()];
});

const CLAIM = { periodFrom: '2020-01-01', periodTo: '2020-12-31', purpose: 'scope2', purposeText: '' };

/** Returns a retirement of RECs of `seller`. */
async function retired(quantity = 10) {
  const { id } = await aHolding(w.database.db, { holder, seller, quantity: 100 });
  const beneficiary = { choice: 'own', location: 'Perai' } as const;
  const { data } = await w.call(holder, retireHolding, {
    params: { id },
    body: { quantity, beneficiary, claim: CLAIM },
  });
  return data;
}

let count = 0;
const aRecord = () => ({
  registry: 'I-REC(E)',
  reference: `RX-${(count += 1)}`,
  verificationKey: '12345678',
  address: 'https://registry.example/verify',
  retiredOn: '2021-02-01',
  evidenceIds: [],
});

test('the seller finds the retirement with its claim, records the registry, and the holder sees it', async () => {
  const made = await retired();
  expect(made).toMatchObject({
    state: 'platform',
    registry: [],
    ranges: [],
    claim: CLAIM,
    beneficiary: { country: 'MY', location: 'Perai' },
  });
  const tasks = await w.call(seller, listRegistryTasks);
  expect(tasks.data).toMatchObject({
    total: 1,
    items: [
      {
        retirementId: made.id,
        sellerAccountId: seller.accountId,
        number: made.number,
        companyName: `Company of ${holder.username}`,
        quantity: 10,
        country: 'MY',
        location: 'Perai',
        claim: CLAIM,
        registry: null,
      },
    ],
  });
  const body = aRecord();
  const params = { id: made.id };
  const recorded = await w.call(seller, recordRegistryAsUser, { params, body });
  expect(recorded.data).toMatchObject([{ ...body, companyName: `Company of ${seller.username}` }]);
  const read = await w.call(holder, getRetirementAsUser, { params });
  expect(read.data).toMatchObject({ state: 'registry', registry: [body] });
  expect(read.data.lines[0]?.registryId).toBe(recorded.data[0]?.id);
  const { items } = (await w.call(holder, listRetirementsAsUser)).data;
  expect(items).toMatchObject([{ state: 'registry' }]);
  expect((await w.call(seller, listRegistryTasks)).data.total).toBe(0);
  const done = await w.call(seller, listRegistryTasks, { query: `?show=done&search=${body.reference}` });
  expect(done.data.items).toMatchObject([{ registry: body }]);
  const confirmed = await w.call(undefined, confirmStatement, { params: { number: made.number } });
  expect(confirmed.data).toMatchObject({ state: 'registry', registry: [{ reference: body.reference }], claim: CLAIM });
  expect(confirmed.text).not.toContain(recorded.data[0]?.id);
});

test('a later record replaces an earlier one, and nothing that was recorded changes', async () => {
  const made = await retired();
  const params = { id: made.id };
  await w.call(seller, recordRegistryAsUser, { params, body: aRecord() });
  const corrected = aRecord();
  await w.call(admin, recordRegistry, { params, body: corrected });
  const read = await w.call(holder, getRetirementAsUser, { params });
  expect(read.data.registry).toMatchObject([{ reference: corrected.reference }]);
  await expect(w.database.db.deleteFrom('registry_retirement').execute()).rejects.toThrow('only ever added to');
});

test('one registry reference stands behind one retirement only', async () => {
  const [first, second] = [await retired(1), await retired(2)];
  const body = aRecord();
  await w.call(seller, recordRegistryAsUser, { params: { id: first.id }, body });
  const again = { ...body, reference: body.reference.toLowerCase() };
  const refused = await w.call(seller, recordRegistryAsUser, { params: { id: second.id }, body: again });
  expect(refused).toMatchObject({ status: 409, code: 'registry_reference_used' });
  // The first record was wrong and is corrected, so its reference can be used.
  await w.call(seller, recordRegistryAsUser, { params: { id: first.id }, body: aRecord() });
  const accepted = await w.call(seller, recordRegistryAsUser, { params: { id: second.id }, body: again });
  expect(accepted.code).toBe('Success');
});

test('refuses a wrong record beside its fields, and callers who did not sell these RECs', async () => {
  const { id } = await retired();
  const params = { id };
  const body = { ...aRecord(), registry: '', address: 'http://registry.example', retiredOn: '2099-01-01' };
  expect((await w.call(seller, recordRegistryAsUser, { params, body })).fields).toMatchObject({
    registry: { code: 'field_required' },
    address: { code: 'link_invalid' },
    retiredOn: { code: 'date_in_future' },
  });
  const foreign = { ...aRecord(), evidenceIds: [randomUUID()] };
  const evidence = await w.call(seller, recordRegistryAsUser, { params, body: foreign });
  expect(evidence.fields).toMatchObject({ evidenceIds: { code: 'evidence_unknown' } });
  expect((await w.call(holder, recordRegistryAsUser, { params, body: aRecord() })).code).toBe('not_found');
  expect((await w.call(holder, listRegistryTasks, { query: '?show=all' })).data.total).toBe(0);
  const viewer = await w.signedIn();
  await moveToAccount(w.database.db, viewer, { accountId: seller.accountId, role: 'viewer' });
  expect((await w.call(viewer, listRegistryTasks)).data.total).toBe(1);
  expect((await w.call(viewer, recordRegistryAsUser, { params, body: aRecord() })).code).toBe('viewer_cannot_act');
});

test('the statement says what it is not until the registry reference is there, in both languages', async () => {
  const { id } = await retired();
  const params = { id };
  const read = async (language: string) => {
    const { app } = w;
    const url = `${API_BASE}/user/retirements/${id}/statement`;
    const headers = { authorization: `Bearer ${holder.token}`, 'accept-language': language };
    return (await readPdf((await app.inject({ url, headers })).rawPayload)).pages.join(' ').replaceAll(/\s+/g, ' ');
  };
  expect((await w.call(holder, getStatementAsUser, { params })).text.slice(0, 5)).toBe('%PDF-');
  const before = await read('en');
  for (const text of [
    'Nothing has been retired at a registry',
    'No certificates were named',
    '2020-01-01 – 2020-12-31',
    'Scope 2 reporting',
    'Perai',
  ])
    expect(before).toContain(text);
  expect(await read('zh')).toContain('未指明具体证书');
  const body = aRecord();
  await w.call(seller, recordRegistryAsUser, { params, body });
  const after = await read('en');
  expect(after).toContain(body.reference);
  expect(after).toContain('12345678');
  expect(after).not.toContain('Nothing has been retired at a registry');
});

test('today’s calls without a claim are accepted, and what was left out is unknown', async () => {
  const { id } = await aHolding(w.database.db, { holder, seller, quantity: 100 });
  const beneficiary = {
    choice: 'new',
    accountType: 'Personal',
    name: 'Nurul',
    address: 'Jalan Ampang 7',
    nameOnCertificates: 'Nurul',
    buildingOwnerName: '',
    isSaved: true,
  } as const;
  const { data } = await w.call(holder, retireHolding, { params: { id }, body: { quantity: 1, beneficiary } });
  expect(data).toMatchObject({
    beneficiary: { country: '', location: '' },
    claim: { periodFrom: null, periodTo: null, purpose: 'unknown', purposeText: '' },
  });
  const wrong = { ...CLAIM, periodTo: '2019-12-31' };
  const place = { choice: 'own', country: 'Malaysia' } as const;
  const refused = await w.call(holder, retireHolding, {
    params: { id },
    body: { quantity: 1, beneficiary: place, claim: wrong },
  });
  expect(refused.fields).toMatchObject({ country: { code: 'choice_unknown' }, periodTo: { code: 'start_before_end' } });
});

test('the holder is told as soon as all RECs are retired at the registry, by notice and by email', async () => {
  const made = await retired();
  const params = { id: made.id };
  const told = async (who: SignedIn) =>
    (await w.call(who, listNotices)).data.items.flatMap(({ kind, subject }) => (subject ? [{ kind, ...subject }] : []));
  expect(await told(holder)).toEqual([]);
  const record = aRecord();
  await w.call(seller, recordRegistryAsUser, { params, body: record });
  expect(await told(holder)).toEqual([{ kind: 'retirementRegistered', id: made.id, title: made.number }]);
  expect(await told(seller)).toEqual([]);
  const { rows } = await sql<{ body: string }>`
    select body from outbox where recipient like ${`${holder.username}@%`} and subject like ${`%${made.number}%`}`.execute(
    w.database.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.body).toContain(`I-REC(E) ${record.reference}`);
  expect(rows[0]?.body).toContain(`/user/retirements/${made.id}`);
});
