import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { route } from '#contract/route.ts';
import { TEMPLATE_FILE_LIMIT as LIMIT } from '#domain/template/template-file.ts';
import { addressOf } from '#server/platform/address-of.ts';
import { API_BASE } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import { createHttp, registerOperations } from '#server/platform/http.ts';
import { operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

const missing = (): never => {
  throw new Error('not asked for');
};

async function addressSeen(trustProxy: string, forwardedFor: string): Promise<string> {
  const app = createHttp({ logger: false, trustProxy });
  app.get('/', (request) => request.ip);
  const reply = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
  return reply.body;
}

test('whose request it is says the last proxy that is trusted, never the client itself (ASVS 4.1.3, 15.3.4)', async () => {
  expect(await addressSeen('', '6.6.6.6')).toBe('127.0.0.1');
  expect(await addressSeen('loopback', '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
  expect(await addressSeen('loopback, 10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.1.2.3')).toBe('1.2.3.4');
});

test('who has gone away before its turn counts as somebody, and fails nothing', () => {
  expect(addressOf({ ip: undefined })).toBe('0.0.0.0');
  expect(addressOf({ ip: '2001:db8::1' })).toBe(addressOf({ ip: '2001:db8::2' }));
});

test('large files are read two at a time; whoever goes away, or may not send any, takes no room (ASVS 5.2.1)', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  const nobody = () => Promise.reject(new Refused('not_signed_in'));
  const read: string[] = [];
  const isRead = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const answers = Array.from({ length: 4 }, () => Promise.withResolvers<Record<string, never>>());
  const operations = isRead.map((one, at) =>
    operation(
      route({ method: 'POST', path: `/${at}`, access: 'open', summary: '', file: LIMIT, reply: z.object({}) }),
      () => {
        read.push(String(at));
        one.resolve();
        return answers[at]?.promise ?? Promise.reject(new Error('nobody waits for this'));
      },
      { ownTransactions: true },
    ),
  );
  const closed = operation({ ...(operations[0]?.route ?? missing()), path: '/closed', access: 'admin' }, missing);
  registerOperations(app, [...operations, closed], { db: {} as Db, clock: { nowMs: Date.now }, authenticate: nobody });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const send = (path: string, signal?: AbortSignal) =>
    fetch(`${url}${API_BASE}/${path}`, { method: 'POST', body: new FormData(), signal: signal ?? null });
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

test('a request that never becomes whole does not hold its connection for good', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  app.post('/', () => 'whole');
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(app.server.requestTimeout).toBeGreaterThan(0);
  await app.close();
});
