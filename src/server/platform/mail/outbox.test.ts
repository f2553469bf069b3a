import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createMailer } from '#server/platform/mail/mail.ts';
import { bodyOf, listMessages, queueMessage, queueSecretMessage } from '#server/platform/mail/outbox.ts';
import { createSmsSender } from '#server/platform/mail/sms.ts';
import { startOutbox, type Senders } from '#server/platform/mail/start-outbox.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { sendMessages } from '#testing/world/send-due.ts';

let database: Database;
beforeAll(async () => void ({ database } = await freshDatabase()));
afterEach(() => sql`delete from outbox`.execute(database.db));
afterAll(() => database.close());

const mail = {
  kind: 'test',
  channel: 'email',
  recipient: 'mei@example.com',
  subject: '验证码 123456',
  body: 'Hello\n你好',
} as const;
const text = {
  kind: 'test',
  channel: 'sms',
  recipient: '+60123456789',
  subject: '',
  body: '123456 is your code',
} as const;
const secret = { seal: (body: string) => `sealed ${body}`, open: (sealed: string) => sealed.slice('sealed '.length) };
const partsOf = (senders: Senders) => ({ db: database.db, secret, senders });
const nothing = async () => undefined;

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

it('sends a message if and only if its transaction commits', async () => {
  const failed = database.db.transaction().execute(async (db) => {
    await queueMessage(db, mail);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  expect(await listMessages(database.db)).toEqual([]);
  await database.db.transaction().execute((db) => queueMessage(db, mail));
  expect(await listMessages(database.db)).toMatchObject([{ ...mail, sent_at: null }]);
});

it('sends a text to a gateway as a form with basic authentication', async () => {
  const seen: { url: string | undefined; authorization: string | undefined; form: object }[] = [];
  const gateway = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      seen.push({ url: request.url, authorization: request.headers.authorization, form });
      response.writeHead(201).end('{}');
    });
  });
  const url = `http://127.0.0.1:${await listenOn(gateway)}`;
  const sms = createSmsSender({ SMS_URL: url, SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'secret', SMS_FROM: '+15550100' });
  await queueMessage(database.db, text);
  expect(await sendMessages(database.db, { email: undefined, sms })).toBe(1);
  gateway.close();
  expect(seen).toEqual([
    {
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      form: { To: text.recipient, From: '+15550100', Body: text.body },
    },
  ]);
});

it('sends every message once from parallel pumps', async () => {
  for (let i = 0; i < 40; i += 1) await queueMessage(database.db, { ...mail, subject: String(i) });
  const sent: string[] = [];
  const senders = { email: async ({ subject }: { subject: string }) => void sent.push(subject), sms: nothing };
  const pump = async () => {
    while ((await sendMessages(database.db, senders)) > 0);
  };
  await Promise.all([pump(), pump(), pump()]);
  expect(sent.toSorted()).toEqual(Array.from({ length: 40 }, (_, at) => String(at)).toSorted());
});

it('does not send an expired message, or one without a configured sender', async () => {
  await queueMessage(database.db, { ...mail, usefulUntilMs: Date.now() - 60_000 });
  await queueMessage(database.db, text);
  expect(await sendMessages(database.db, { email: nothing, sms: undefined })).toBe(0);
  expect(createMailer(readConfig({}))).toBeUndefined();
  expect(createSmsSender({})).toBeUndefined();
});

it('a started pump sends until it is stopped', async () => {
  await queueMessage(database.db, mail);
  let sent: () => void = () => undefined;
  const wasSent = new Promise<void>((resolve) => void (sent = resolve));
  const outbox = startOutbox(partsOf({ email: async () => sent(), sms: undefined }), () => undefined);
  await wasSent;
  await outbox.stop();
  expect(await listMessages(database.db)).toMatchObject([{ sent_at: expect.any(Date) }]);
});

it('a hanging SMS gateway delays no email', async () => {
  const answered = Promise.withResolvers<void>();
  const wasSent = Promise.withResolvers<void>();
  for (let i = 0; i < 12; i += 1) await queueMessage(database.db, text);
  await queueMessage(database.db, mail);
  const senders = { email: async () => wasSent.resolve(), sms: () => answered.promise };
  const outbox = startOutbox(partsOf(senders), () => undefined);
  await wasSent.promise;
  answered.resolve();
  await outbox.stop();
});

it('a body with a code is sealed until it is sent, and deleted afterwards', async () => {
  await queueSecretMessage(database.db, secret, mail);
  const [waiting] = await listMessages(database.db);
  expect(waiting).toMatchObject({ is_sealed: true, body: `sealed ${mail.body}` });
  expect(waiting && bodyOf(waiting, secret)).toBe(mail.body);
  const sent = Promise.withResolvers<string>();
  const outbox = startOutbox(
    partsOf({ email: async ({ body }) => sent.resolve(body), sms: undefined }),
    () => undefined,
  );
  expect(await sent.promise).toBe(mail.body);
  await outbox.stop();
  expect(await listMessages(database.db)).toMatchObject([{ body: '', sent_at: expect.any(Date) }]);
});
