import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createMailer } from '#server/platform/mail/mail.ts';
import { MAIL_SECRET, mailServer } from '#testing/stand-ins/mail-server.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { aDevice, aUser, giveCode, givePassword, identityWorld, type World } from '#testing/world/identity-world.ts';
import { sendMessages } from '#testing/world/send-due.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function openMailServer(putOff: number) {
  const { mails, configFor, close } = await mailServer(putOff);
  ends.push(close);
  return { mails, senders: (secret: string) => ({ email: createMailer(configFor(secret)), sms: undefined }) };
}

async function openWorld(): Promise<World> {
  const world = await identityWorld();
  ends.push(() => world.close());
  return world;
}

const mail = { kind: 'test', channel: 'email', recipient: 'mei@example.com', subject: 'Code', body: '123456' } as const;

const isDue = (world: World) =>
  sql`update outbox set next_attempt_at = now() - interval '1 second'`.execute(world.database.db);

it('a real mail server delivers a one-time code after a 451, in the recipient’s language, and the code signs in', async () => {
  const world = await openWorld();
  const { mails, senders } = await openMailServer(2);
  const [english, chinese] = [await aUser(world), await aUser(world)];
  const device = aDevice();
  await givePassword(world, device, english.username);
  await givePassword(world, aDevice({ headers: { 'accept-language': 'zh' } }), chinese.username);
  expect(await sendMessages(world.database.db, senders(MAIL_SECRET))).toBe(0);
  expect(mails).toEqual([]);
  const waiting = await world.database.db.selectFrom('outbox').selectAll().execute();
  expect(waiting.map(({ last_error: said }) => said)).toEqual([
    expect.stringContaining('451'),
    expect.stringContaining('451'),
  ]);
  await isDue(world);
  expect(await sendMessages(world.database.db, senders(MAIL_SECRET))).toBe(2);
  const letters = mails.map(readMail);
  const inEnglish = letters.find(({ to }) => to?.startsWith(english.username));
  const inChinese = letters.find(({ to }) => to?.startsWith(chinese.username));
  expect(inEnglish).toMatchObject({ to: `${english.username}@example.com`, subject: expect.stringContaining('code') });
  expect(inChinese).toMatchObject({
    to: `${chinese.username}@example.com`,
    subject: expect.stringContaining('验证码'),
  });
  expect(inChinese?.body).toMatch(/\d{6}[^]*5 分钟/);
  const otp = /\d{6}/.exec(inEnglish?.body ?? '')?.[0] ?? '';
  expect((await giveCode(world, device, { username: english.username, otp })).status).toBe(200);
  // The body of a sent mail is deleted.
  const bodies = await world.database.db.selectFrom('outbox').select('body').execute();
  expect(bodies.map(({ body }) => body)).toEqual(['', '']);
});

it('if a mail server rejects our credentials, the message waits, and no secret is logged (ASVS 13.2.1)', async () => {
  const world = await openWorld();
  const { mails, senders } = await openMailServer(0);
  await givePassword(world, aDevice(), (await aUser(world)).username);
  expect(await sendMessages(world.database.db, senders('wrong-secret-of-ours'))).toBe(0);
  expect(mails).toEqual([]);
  const rows = JSON.stringify(await world.database.db.selectFrom('outbox').selectAll().execute());
  expect(rows).toContain('535');
  expect(rows).not.toContain('wrong-secret-of-ours');
});

it('production sends no code to a mail server without TLS, unless the operator declares the network private', async () => {
  const { mails, smtpUrl, close } = await mailServer(0, { hasTls: false });
  ends.push(close);
  // For the mailer, 0.0.0.0 is an address outside this machine.
  const SMTP_URL = smtpUrl()
    .replace('127.0.0.1', '0.0.0.0')
    .replace(/\/\/.*@/, '//');
  const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32), PUBLIC_URL: 'https://greenlot.example' };
  const send = (settings: Record<string, string>) =>
    createMailer(readConfig({ ...production, SMTP_URL, ...settings }))?.(mail);
  await expect(send({})).rejects.toMatchObject({ code: 'ETLS' });
  expect(mails).toEqual([]);
  await send({ SMTP_PLAIN: 'on' });
  await send({ SMTP_URL: SMTP_URL.replace('0.0.0.0', '127.0.0.1') });
  expect(mails).toHaveLength(2);
});
