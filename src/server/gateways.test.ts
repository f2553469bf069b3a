import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resendLoginOtp } from '#contract/identity/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createMailer, type Send } from '#server/platform/mail/mail.ts';
import { queueMessage } from '#server/platform/mail/outbox.ts';
import { createSmsSender } from '#server/platform/mail/sms.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { smsGateway } from '#testing/stand-ins/sms-gateway.ts';
import {
  aDevice,
  aUser,
  call,
  giveCode,
  givePassword,
  identityWorld,
  type World,
} from '#testing/world/identity-world.ts';
import { sendMessages } from '#testing/world/send-due.ts';

/**
 * Time limit of the senders in these tests. Mail servers and gateways refuse, stay silent or disconnect here. The tests
 * check which messages wait, how long, and who gets the error.
 */
const TIMEOUT_MS = 150;
let world: World;
let phones = 0;
beforeAll(async () => void (world = await identityWorld()));
afterEach(() => sql`delete from outbox`.execute(world.database.db));
afterAll(() => world.close());

const pump = (senders: { email?: Send | undefined; sms?: Send | undefined }) =>
  sendMessages(world.database.db, { email: undefined, sms: undefined, ...senders });
/**
 * Makes all messages due: sets their next attempt one second back. Stored times are rounded to milliseconds, so half of
 * them would otherwise be slightly in the future.
 */
const isDue = () => sql`update outbox set next_attempt_at = now() - interval '1 second'`.execute(world.database.db);
const waiting = async () => {
  const { rows } = await sql<{ last_error: string; wait: number; attempts: number }>`
    select last_error, attempts, round(extract(epoch from next_attempt_at - now()))::int as wait
    from outbox where sent_at is null`.execute(world.database.db);
  return rows;
};

/** Starts a mail server that calls `greet` with each new connection. */
async function oddMailServer(greet: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    greet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('an email waits longer each time while its server is away, up to an hour, and goes out when it is back (ASVS 16.5.2)', async () => {
  const { configFor, mails, close } = await mailServer(0);
  const gone = readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await queueMessage(world.database.db, {
    kind: 'test',
    channel: 'email',
    recipient: 'mei@example.com',
    subject: 'x',
    body: 'x',
  });
  for (const wait of [10, 30, 90, 270, 810, 2430, 3600, 3600]) {
    const beganAtMs = performance.now();
    expect(await pump({ email: createMailer(gone) })).toBe(0);
    const [row] = await waiting();
    expect(row?.last_error).toContain('ECONNREFUSED');
    // The test reads the remaining wait some time after the wait was stored, so the wait is shorter by that time.
    const tookSeconds = (performance.now() - beganAtMs) / 1_000;
    expect(row?.wait).toBeLessThanOrEqual(wait + 1);
    expect(row?.wait).toBeGreaterThanOrEqual(wait - 1 - tookSeconds);
    await isDue();
  }
  expect(await pump({ email: createMailer(configFor()) })).toBe(1);
  expect(mails).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  await close();
});

it.each([
  ['that stays silent', () => undefined, /timeout|Greeting never received/i, TIMEOUT_MS],
  ['that hangs up', (socket: Socket) => void socket.destroy(), /closed|ECONNRESET/, undefined],
  ['that rejects everyone', (socket: Socket) => void socket.end('421 too busy\r\n'), '421', undefined],
])('gives up on a mail server %s, keeps the email and stores the reason', async (_name, greet, said, timeoutMs) => {
  const server = await oddMailServer(greet);
  await queueMessage(world.database.db, {
    kind: 'test',
    channel: 'email',
    recipient: 'mei@example.com',
    subject: 'x',
    body: 'x',
  });
  expect(await pump({ email: createMailer(readConfig({ SMTP_URL: server.SMTP_URL }), undefined, timeoutMs) })).toBe(0);
  expect(await waiting()).toEqual([expect.objectContaining({ attempts: 1, last_error: expect.stringMatching(said) })]);
  server.close();
});

it.each<[string, number | 'silent', string]>([
  ['fails', 500, '500'],
  ['is overloaded', 429, '429'],
  ['stays silent', 'silent', 'timeout'],
])('if an SMS gateway %s, the next request for a code says so, and the code comes later', async (_name, how, said) => {
  const gateway = await smsGateway();
  const sms = createSmsSender(gateway.settings, how === 'silent' ? TIMEOUT_MS : undefined);
  phones += 1;
  const { username } = await aUser(world, { phone: { code: '+60', number: `12345670${phones}` } });
  const device = aDevice({ headers: { 'accept-language': 'zh' } });
  await givePassword(world, device, username);
  const resend = (method: 'sms' | 'email') =>
    call(world, device, resendLoginOtp, { body: { username, NotificationMethod: method } });
  world.pass(60_000);
  expect((await resend('sms')).status).toBe(200);
  gateway.fail(how);
  expect(await pump({ sms })).toBe(0);
  expect(JSON.stringify(await waiting())).toContain(said);
  world.pass(60_000);
  expect(await resend('sms')).toMatchObject({
    status: 503,
    code: 'code_not_sent',
    message: expect.stringContaining('验证码暂未发出'),
  });
  gateway.fail(undefined);
  await isDue();
  expect(await pump({ sms: createSmsSender(gateway.settings) })).toBe(1);
  const otp = /\d{6}/.exec(gateway.texts[0]?.body ?? '')?.[0] ?? '';
  expect((await giveCode(world, device, { username, otp })).status).toBe(200);
  await gateway.close();
});
