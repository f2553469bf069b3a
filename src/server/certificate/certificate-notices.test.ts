import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerCertificateFile } from '#contract/certificate/certificate-file.ts';
import { decideDevice, registerDevice, updateDevice } from '#contract/certificate/device.ts';
import { decideLot, registerLot, withdrawLot } from '#contract/certificate/lot.ts';
import { listNotices, updateNoticeSettings } from '#contract/notice.ts';
import { COMPANY_NOTICE_KINDS } from '#domain/notice/notice.ts';
import { aDevice, aDeviceLine, aLot } from '#testing/builders/certificate-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
});
afterAll(() => w.end());

const VERIFIED = { decision: 'Verified', remark: '' } as const;
const REJECTED = { decision: 'Rejected', remark: 'The registry has another name.' } as const;

/** Returns the notices of an administrator about a company, as whether each is read. */
async function waiting({ accountId }: SignedIn): Promise<boolean[]> {
  const { items } = (await w.call(admin, listNotices)).data;
  return items.flatMap((one) => (one.kind === 'certificatesWait' && one.waiting?.id === accountId ? [one.isRead] : []));
}

/** Returns the notices of a seller, the newest first. */
async function toldTo(who: SignedIn) {
  const { items } = (await w.call(who, listNotices)).data;
  return items.flatMap(({ kind, subject }) => (subject ? [[kind, subject.title]] : []));
}

async function mailsTo(who: SignedIn): Promise<{ subject: string; body: string }[]> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient like ${`${who.username}@%`} and body like '%/certificates%'
    order by id`.execute(w.database.db);
  return rows;
}

async function aRegistered(seller: SignedIn) {
  const params = { id: seller.accountId };
  return (await w.call(seller, registerDevice, { params, body: aDevice() })).data;
}

test('administrators have one notice about a company until nothing of it waits, and one email for a file', async () => {
  const seller = await w.signedIn();
  const params = { id: seller.accountId };
  const before = (await mailsTo(admin)).length;
  const body = { devices: [aDeviceLine(), aDeviceLine(), aDeviceLine()], lots: [] };
  expect((await w.call(seller, registerCertificateFile, { params, body })).code).toBe('Success');
  expect(await waiting(seller)).toEqual([false]);
  expect((await mailsTo(admin)).length).toBe(before + 1);
  const { rows } = await sql<{ id: string }>`select id from device where account_id = ${params.id}`.execute(
    w.database.db,
  );
  for (const { id } of rows.slice(1)) await w.call(admin, decideDevice, { params: { id }, body: VERIFIED });
  expect(await waiting(seller)).toEqual([false]);
  const last = { id: rows[0]?.id ?? '' };
  const { data: lot } = await w.call(seller, registerLot, { params: last, body: aLot(5) });
  await w.call(admin, decideDevice, { params: last, body: VERIFIED });
  expect(await waiting(seller)).toEqual([false]);
  await w.call(seller, withdrawLot, { params: { id: lot.id } });
  expect(await waiting(seller)).toEqual([true]);
});

test('the seller is told of each decision, with the reason of a rejection, by notice and by email', async () => {
  const seller = await w.signedIn();
  const device = await aRegistered(seller);
  const params = { id: device.id };
  await w.call(admin, decideDevice, { params, body: REJECTED });
  expect(await toldTo(seller)).toEqual([['certificateRejected', `${device.name}: ${REJECTED.remark}`]]);
  const [mail] = await mailsTo(seller);
  expect(mail?.subject).toContain(device.name);
  expect(mail?.body).toContain(REJECTED.remark);
  const { evidence: _, ...body } = { ...aDevice({ registryId: device.registryId }), evidence: [] };
  expect((await w.call(seller, updateDevice, { params, body })).code).toBe('Success');
  expect(await waiting(seller)).toEqual([false, true]);
  await w.call(admin, decideDevice, { params, body: VERIFIED });
  const { data: lot } = await w.call(seller, registerLot, { params, body: aLot(5) });
  await w.call(admin, decideLot, { params: { id: lot.id }, body: VERIFIED });
  expect((await toldTo(seller)).slice(0, 2)).toEqual([
    ['certificateVerified', `${lot.first} – ${lot.last}`],
    ['certificateVerified', device.name],
  ]);
});

test('people who left the company, or switched the kinds off, are not told', async () => {
  const seller = await w.signedIn();
  const choices = COMPANY_NOTICE_KINDS.map((kind) => ({ kind, channels: [] }));
  await w.call(seller, updateNoticeSettings, { body: { choices, endingMinutes: [] } });
  await w.call(admin, decideDevice, { params: { id: (await aRegistered(seller)).id }, body: VERIFIED });
  expect([await toldTo(seller), await mailsTo(seller)]).toEqual([[], []]);
  const gone = await w.signedIn();
  await w.call(admin, decideDevice, { params: { id: (await aRegistered(gone)).id }, body: VERIFIED });
  expect(await toldTo(gone)).toHaveLength(1);
  await w.database.db.deleteFrom('account_member').where('user_id', '=', gone.userId).execute();
  expect(await toldTo(gone)).toEqual([]);
});
