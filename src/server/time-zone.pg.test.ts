import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAuditLines } from '#contract/audit.ts';
import { createCalendarLink } from '#contract/calendar.ts';
import { getProfile } from '#contract/identity/identity.ts';
import { getPlatformSettings, updateTimeZone } from '#contract/platform-setting/platform-setting.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';
import { world, worldOn, type SignedIn, type World } from '#testing/world/world.ts';

let near: World;
/** A second process on the same database. */
let far: World;
let owner: SignedIn;
beforeAll(async () => {
  near = await world();
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url);
  owner = await near.signedIn({ role: 'Admin' });
});
afterAll(async () => {
  await far.end();
  await near.end();
});

const AT = new Date('2026-11-29T20:30:00Z');
const IN_UTC = 'Nov 29, 2026 - 20:30:00 (GMT)';
const IN_KUALA_LUMPUR = 'Nov 30, 2026 - 04:30:00 (GMT+8)';

const setZone = async (zone: string, who = owner) => {
  const { version } = (await near.call(owner, getPlatformSettings)).data.timeZone;
  return near.call(who, updateTimeZone, { body: { zone, version } });
};
/** Returns the text of an email that names a time. */
const mailTo = async (recipient: string) => {
  const { db } = near.database;
  await queueMails(db, 'test', [
    {
      recipient,
      language: 'en',
      write: (_language, { words, time }) => ({
        subject: words('accountMail.administrator.subject'),
        body: words('accountMail.administrator.subject'),
        details: time(AT),
      }),
    },
  ]);
  const rows = await db.selectFrom('outbox').select('body').where('recipient', '=', recipient).execute();
  await db.deleteFrom('outbox').where('recipient', '=', recipient).execute();
  return rows[0]?.body ?? '';
};
const headingOf = async (w: World, headers: Record<string, string> = {}) =>
  (await w.call(owner, exportAuditLines, { query: '?format=csv', headers })).text.split('\n')[0];

test('people whose zone is unknown have that of the platform, and others their own', async () => {
  const [anna, ben] = [await near.signedIn(), await near.signedIn()];
  await near.call(anna, getProfile, { headers: { 'accept-timezone': 'UTC' } });
  await near.call(ben, getProfile);
  const to = ({ username }: SignedIn) => mailTo(`${username}@example.test`);
  for (const body of [await to(anna), await to(ben), await mailTo('invited@example.test')])
    expect(body).toContain(IN_UTC);
  expect((await setZone('Asia/Kuala_Lumpur')).data).toMatchObject({ zone: 'Asia/Kuala_Lumpur' });
  expect(await to(anna)).toContain(IN_UTC);
  for (const body of [await to(ben), await mailTo('invited@example.test')]) expect(body).toContain(IN_KUALA_LUMPUR);
});

test('every process uses it for calls that name no zone, and a named zone counts first', async () => {
  await setZone('Asia/Kuala_Lumpur');
  for (const w of [near, far]) {
    await expect.poll(() => headingOf(w)).toContain('(Asia/Kuala_Lumpur)');
    expect(await headingOf(w, { 'accept-timezone': 'Asia/Shanghai' })).toContain('(Asia/Shanghai)');
    expect(await headingOf(w, { 'accept-timezone': 'Mars/Olympus' })).toContain('(Asia/Kuala_Lumpur)');
  }
});

test('a calendar file names it, with times in UTC', async () => {
  await setZone('Asia/Kuala_Lumpur');
  await expect.poll(() => headingOf(near)).toContain('(Asia/Kuala_Lumpur)');
  const { url } = (await near.call(owner, createCalendarLink)).data;
  const { body } = await near.app.inject(new URL(url).pathname);
  expect(body).toContain('X-WR-TIMEZONE:Asia/Kuala_Lumpur');
});

test('the database has the same zone', async () => {
  await setZone('Asia/Ho_Chi_Minh');
  const { rows } = await sql<{ zone: string }>`select platform_time_zone() as zone`.execute(near.database.db);
  expect(rows).toEqual([{ zone: 'Asia/Ho_Chi_Minh' }]);
});

test('refuses a zone that does not exist, and administrators who are no owners', async () => {
  expect((await setZone('Mars/Olympus')).fields).toMatchObject({ zone: { code: 'choice_unknown' } });
  const finance = await near.signedIn({ role: 'Admin', adminRoles: ['finance'] });
  expect((await setZone('UTC', finance)).code).toBe('admin_role_missing');
});
