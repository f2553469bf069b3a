import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { world, worldOn, type World } from '#testing/world/world.ts';

/** Messages that one address may request in a minute. */
const MESSAGES = 60;
const SETTINGS = { TRUST_PROXY: 'loopback' };

let near: World;
let far: World;
beforeAll(async () => {
  near = await world(SETTINGS);
  far = await worldOn(await openDatabase({ url: near.url ?? '' }), near.url, SETTINGS);
});
afterAll(async () => {
  await far.end();
  await near.end();
});

async function ask({ app }: World, address: string): Promise<number> {
  const headers = { 'x-forwarded-for': address, 'x-device-fingerprint': 'd' };
  const payload = { username: 'nobody', NotificationMethod: 'email' };
  return (await app.inject({ method: 'POST', url: '/api/auth/resend-login-otp', headers, payload })).statusCode;
}

test('two processes count the calls of an address together, and not those of another address', async () => {
  for (let i = 0; i < MESSAGES - 10; i += 1) expect(await ask(near, '203.0.113.1')).toBe(400);
  let asked = 1;
  while ((await ask(far, '203.0.113.1')) !== 429 && asked < MESSAGES) {
    asked += 1;
    await pause(100);
  }
  expect(asked).toBeLessThan(MESSAGES);
  expect(await ask(far, '203.0.113.2')).toBe(400);
});
