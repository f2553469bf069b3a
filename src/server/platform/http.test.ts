import { expect, test } from 'vitest';
import { createHttp } from '#server/platform/http.ts';

async function addressSeen(trustProxy: string, forwardedFor: string): Promise<string> {
  const app = createHttp({ logger: false, trustProxy });
  app.get('/', (request) => request.ip);
  const reply = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
  return reply.body;
}

test('whose request it is says the last proxy that is trusted, never the client itself', async () => {
  expect(await addressSeen('', '6.6.6.6')).toBe('127.0.0.1');
  expect(await addressSeen('loopback', '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
  expect(await addressSeen('loopback, 10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.1.2.3')).toBe('1.2.3.4');
});

test('a request that never becomes whole does not hold its connection for good', async () => {
  const app = createHttp({ logger: false, trustProxy: '' });
  app.post('/', () => 'whole');
  await app.listen({ port: 0, host: '127.0.0.1' });
  expect(app.server.requestTimeout).toBeGreaterThan(0);
  await app.close();
});
