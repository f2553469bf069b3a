import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { TEMPLATE_FILE_LIMIT as LIMIT } from '#domain/template/template-file.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { addressOf } from '#server/platform/http/address-of.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { NotPrimary } from '#server/platform/database/database-away.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

/** Authenticates a caller by the user id in the header, such as `person anna`. */
const authenticate = async (authorization: string | undefined): Promise<Caller> => {
  const userId = /^person (\w+)$/.exec(authorization ?? '')?.[1];
  if (userId === undefined) throw new Refused('not_signed_in');
  const about = {
    username: userId,
    email: '',
    roleName: '',
    role: 'User',
    sessionId: 'session',
    accounts: [],
  } as const;
  return { userId, ...about };
};

const PIECE = Buffer.alloc(1_000_000, 'x');
const LARGE = 60 * PIECE.length;
const END = Buffer.from('\r\n');

const missing = (): never => {
  throw new Error('not asked for');
};

async function addressSeen(trustProxy: string, forwardedFor: string): Promise<string> {
  const app = createHttp({ logger: false, trustProxy });
  app.get('/', (request) => request.ip);
  const reply = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
  return reply.body;
}

test('the last trusted proxy names the client’s address, never the client itself (ASVS 4.1.3, 15.3.4)', async () => {
  expect(await addressSeen('', '6.6.6.6')).toBe('127.0.0.1');
  expect(await addressSeen('loopback', '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
  expect(await addressSeen('loopback, 10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.1.2.3')).toBe('1.2.3.4');
});

test('a client that disconnects before its turn counts as one address, and nothing fails', () => {
  expect(addressOf({ ip: undefined })).toBe('0.0.0.0');
  expect(addressOf({ ip: '2001:db8::1' })).toBe(addressOf({ ip: '2001:db8::2' }));
});

test('reads two large files at a time; a client that disconnects, or may not upload, takes no place (ASVS 5.2.1)', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  const read: string[] = [];
  const isRead = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const answers = Array.from({ length: 4 }, () => Promise.withResolvers<Record<string, never>>());
  const operations = isRead.map((one, at) =>
    operation(
      route(`POST /${at}`, { access: 'user', summary: '', file: LIMIT, reply: z.object({}) }),
      () => {
        read.push(String(at));
        one.resolve();
        return answers[at]?.promise ?? Promise.reject(new Error('nobody waits for this'));
      },
      { ownTransactions: true },
    ),
  );
  const closed = operation({ ...(operations[0]?.route ?? missing()), path: '/closed', access: 'admin' }, missing);
  registerOperations(app, [...operations, closed], { db: {} as Db, clock: { nowMs: Date.now }, authenticate });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const send = (path: string, signal?: AbortSignal) =>
    fetch(`${url}${API_BASE}/${path}`, {
      method: 'POST',
      headers: path === 'closed' ? {} : { authorization: `person ${path}` },
      body: new FormData(),
      signal: signal ?? null,
    });
  const [first, second] = [send('0'), send('1', leave.signal).catch(() => 'left')];
  await Promise.all([isRead[0]?.promise, isRead[1]?.promise]);
  const third = send('2');
  expect((await send('closed')).status).toBe(401);
  expect(read.toSorted()).toEqual(['0', '1']);
  leave.abort();
  expect(await second).toBe('left');
  await isRead[2]?.promise;
  for (const answer of answers) answer.resolve({});
  expect([(await first).status, (await third).status, (await send('3')).status]).toEqual([200, 200, 200]);
  await app.close();
});

test('a client that sends large files slowly delays nobody else, and has one read at a time (ASVS 5.2.1)', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  const upload = operation(
    route('POST /file', { access: 'user', summary: '', file: LIMIT, reply: z.object({}) }),
    async () => ({}),
    { ownTransactions: true },
  );
  let isKnown = 0;
  const noting = (authorization: string | undefined) => {
    isKnown += 1;
    return authenticate(authorization);
  };
  registerOperations(app, [upload], { db: {} as Db, clock: { nowMs: Date.now }, authenticate: noting });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${API_BASE}/file`;
  const sendSlowly = (authorization: string) => {
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' };
    const sent = openRequest(url, { method: 'POST', headers }).on('error', () => undefined);
    sent.write('--x');
    return sent;
  };
  const send = async (authorization: string) =>
    (await fetch(url, { method: 'POST', headers: { authorization }, body: new FormData() })).status;
  const slow = ['person anna', 'person anna', 'person bo'].map(sendSlowly);
  await expect.poll(() => isKnown).toBe(3);
  expect(await send('person carl')).toBe(200);
  let isSent = false;
  const waits = send('person bo').finally(() => (isSent = true));
  expect(await send('person carl')).toBe(200);
  expect(isSent).toBe(false);
  for (const one of slow) one.destroy();
  expect([await waits, await send('person anna')]).toEqual([200, 200]);
  await app.close();
});

test('a request that never completes does not keep its connection forever', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  app.post('/', () => 'whole');
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(app.server.requestTimeout).toBeGreaterThan(0);
  await app.close();
});

test('a call that meets a database that is away is worth repeating', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  app.get('/', () => {
    throw new NotPrimary();
  });
  const reply = await app.inject({ url: '/', headers: { 'accept-language': 'zh' } });
  expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
  expect(reply.json()).toMatchObject({ code: 'database_away', message: '暂时无法连接数据库，请稍后重试' });
  await app.close();
});

test.each([
  ['JSON', 'open', `content-type: application/json\r\ncontent-length: ${LARGE}`, 'invalid_request'],
  ['JSON in chunks', 'open', `content-type: application/json\r\ntransfer-encoding: chunked`, 'invalid_request'],
  ['a file', 'file', `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${LARGE}`, 'file_must_be_under'],
])('a client that sends all of %s before it reads gets the answer that this is too large', async (...given) => {
  const [, access, type, code] = given;
  const app = createHttp({ logger: false, trustProxy: '' });
  const more = access === 'file' ? ({ access: 'user', file: LIMIT } as const) : ({ access: 'open' } as const);
  const upload = route('POST /upload', { ...more, summary: '', reply: z.object({}) });
  const refused = operation(upload, missing);
  registerOperations(app, [refused], { db: {} as Db, clock: { nowMs: Date.now }, authenticate });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const write = promisify(socket.write.bind(socket)) as (data: Buffer | string) => Promise<void>;
  await write(`POST ${API_BASE}${upload.path} HTTP/1.1\r\nhost: x\r\nauthorization: person anna\r\n${type}\r\n\r\n`);
  const isChunked = type.includes('chunked');
  for (let sent = 0; sent < LARGE; sent += PIECE.length)
    await write(isChunked ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, END]) : PIECE);
  if (isChunked) await write('0\r\n\r\n');
  await expect.poll(() => answer).toContain(code);
  // The connection serves the next request.
  await write(`GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n`);
  await expect.poll(() => answer).toContain('HTTP/1.1 404');
  socket.destroy();
  await app.close();
});
