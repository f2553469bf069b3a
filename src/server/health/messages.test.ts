import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getMessageHealth, listMessagesSent, sendMessageAgain, sendTestMessage } from '#contract/message.ts';
import { listAuditLines } from '#contract/audit.ts';
import { loadSecret } from '#server/identity/session/secret.ts';
import { queueMessage, queueSecretMessage } from '#server/platform/mail/outbox.ts';
import { sendMessages } from '#testing/world/send-due.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
beforeAll(async () => {
  w = await world({ SMTP_URL: 'smtp://127.0.0.1:1' });
  admin = await w.signedIn({ role: 'Admin' });
});
beforeEach(() => sql`delete from outbox`.execute(w.database.db));
afterAll(() => w.end());

const db = () => w.database.db;
const mail = { kind: 'auction', channel: 'email', subject: 'The auction starts', body: 'Secret plan' } as const;
const list = async (query = '') => (await w.call(admin, listMessagesSent, { query })).data;
const again = (id: string) => w.call(admin, sendMessageAgain, { params: { id } });
const health = async () => (await w.call(admin, getMessageHealth)).data;

/** A mail server that rejects addresses at `gone.example`. */
const email = async ({ recipient }: { recipient: string }) => {
  if (recipient.endsWith('gone.example')) throw new Error(`550 5.1.1 <${recipient}>: no such mailbox`);
};
const pump = () => sendMessages(db(), { email, sms: undefined });
const isDue = () => sql`update outbox set next_attempt_at = now()`.execute(db());

test('lists what was sent, waits and failed, with masked recipients and the reason, and never a text', async () => {
  await queueMessage(db(), { ...mail, recipient: 'anna@example.com' });
  await queueMessage(db(), { ...mail, recipient: 'Ben@gone.example' });
  await pump();
  await queueMessage(db(), { ...mail, kind: 'security', channel: 'sms', recipient: '+60123456789', subject: '' });
  await queueMessage(db(), { ...mail, recipient: '' });
  const all = await w.call(admin, listMessagesSent);
  expect(JSON.stringify(all)).not.toMatch(/Secret plan|anna@|Ben@/);
  expect(all.data).toMatchObject({ total: 3, isMore: false });
  const sent = await list('?state=sent');
  expect(sent.items).toMatchObject([
    {
      kind: 'auction',
      subject: mail.subject,
      recipient: 'a***a@example.com',
      attempts: 1,
      reason: null,
      sendAgainRefusal: null,
    },
  ]);
  const failed = await list('?state=failed');
  expect(failed.items).toMatchObject([
    { recipient: 'B***@gone.example', reason: '550 5.1.1 <B***@gone.example>: no such mailbox', sentAt: null },
  ]);
  expect(failed.items[0]?.nextAttemptAt).toEqual(expect.any(String));
  const waiting = await list('?state=waiting');
  expect(waiting.items).toMatchObject([
    { channel: 'sms', recipient: '+60 ***789', attempts: 0, sendAgainRefusal: 'message_waits' },
  ]);
});

test('finds a message by its whole recipient or its id, and pages', async () => {
  for (let at = 0; at < 12; at += 1) await queueMessage(db(), { ...mail, recipient: 'anna@example.com' });
  await queueMessage(db(), { ...mail, recipient: 'annabel@example.com' });
  expect(await list('?search=ANNA@example.com&limit=10&currentPage=2')).toMatchObject({ total: 12, currentPage: 2 });
  expect((await list('?search=anna')).items).toEqual([]);
  const [newest] = (await list()).items;
  expect((await list(`?search=${newest?.id}`)).items).toEqual([newest]);
});

test('sends a failed message and a sent one again, and the audit trail names the administrator', async () => {
  await queueMessage(db(), { ...mail, recipient: 'ben@gone.example' });
  await pump();
  const [failed] = (await list()).items;
  const id = failed?.id ?? '';
  const after = await again(id);
  expect(after.data).toMatchObject({ state: 'waiting', attempts: 0, reason: null });
  // The failed attempt may still be in progress elsewhere, so the next one follows a minute later.
  const wait = Date.parse(after.data.nextAttemptAt ?? '') - Date.parse(failed?.attemptedAt ?? '');
  expect(wait).toBe(60_000);
  expect((await again(id)).code).toBe('message_waits');
  await sql`update outbox set recipient = 'ben@example.com'`.execute(db());
  await isDue();
  expect(await pump()).toBe(1);
  expect((await again(id)).data).toMatchObject({ state: 'waiting', sentAt: null });
  expect(await pump()).toBe(1);
  const lines = (await w.call(admin, listAuditLines, { query: `?search=${id}` })).data.items;
  expect(lines.map(({ act, username }) => [act, username])).toEqual([
    ['sendMessageAgain', admin.username],
    ['sendMessageAgain', admin.username],
  ]);
  expect((await again(randomUUID())).code).toBe('not_found');
});

test('never shows a secret message, deletes its text once sent, and refuses to send it again', async () => {
  const secret = await loadSecret(db(), {});
  const code = {
    ...mail,
    kind: 'code',
    subject: 'Code 123456',
    body: '123456',
    recipient: 'anna@example.com',
  } as const;
  await queueSecretMessage(db(), secret, code);
  await pump();
  const [sent] = (await list()).items;
  expect(sent).toMatchObject({ kind: 'code', subject: '', state: 'sent', sendAgainRefusal: 'message_text_deleted' });
  expect((await again(sent?.id ?? '')).code).toBe('message_text_deleted');
  await sql`delete from outbox`.execute(db());
  await queueSecretMessage(db(), secret, { ...code, usefulUntilMs: Date.now() - 1_000 });
  const [late] = (await list()).items;
  expect(late).toMatchObject({
    state: 'failed',
    reason: null,
    nextAttemptAt: null,
    sendAgainRefusal: 'message_expired',
  });
  expect((await again(late?.id ?? '')).code).toBe('message_expired');
});

test('sends a test message to the own address of an administrator, in the own language', async () => {
  expect((await w.call(admin, sendTestMessage)).code).toBe('Success');
  expect(await pump()).toBe(1);
  const query = `?search=${admin.username}@example.test`;
  expect((await list(query)).items).toMatchObject([{ kind: 'test', state: 'sent', subject: 'TNBX: test email' }]);
  const nameless = await w.signedIn({ role: 'Admin' });
  await sql`update app_user set email = '' where id = ${nameless.userId}`.execute(db());
  expect((await w.call(nameless, sendTestMessage)).code).toBe('own_email_missing');
});

test('warns when a tenth of the last hour failed, at two recipients or more', async () => {
  expect(await health()).toMatchObject({ sent: 0, failed: 0, isFailing: false, isSetUp: { email: true, sms: false } });
  for (let at = 0; at < 2; at += 1) await queueMessage(db(), { ...mail, recipient: 'ben@gone.example' });
  await pump();
  expect(await health()).toMatchObject({ failed: 2, failedRecipients: 1, isFailing: false });
  await queueMessage(db(), { ...mail, recipient: 'eve@gone.example' });
  await queueMessage(db(), { ...mail, recipient: 'anna@example.com' });
  await pump();
  expect(await health()).toMatchObject({ sent: 1, failed: 3, failedRecipients: 2, isFailing: true });
  await sql`update outbox set attempted_at = attempted_at - interval '61 minutes'`.execute(db());
  expect(await health()).toMatchObject({ sent: 0, failed: 0, isFailing: false });
});
