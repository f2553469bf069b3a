import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeRequest, callInteraction, openInteraction, signInByCode } from '#testing/code-flow.ts';
import { aDevice, aUser, identityWorld, lastCode, PASSWORD, type World } from '#testing/identity-world.ts';

let world: World;
beforeAll(async () => {
  const settings = { VARIANT: 'GLOBAL', PUBLIC_URL: 'https://rec.greenlot.example', COOKIE_DOMAIN: 'greenlot.example' };
  world = await identityWorld(settings);
});
afterAll(() => world.close());

const cookiesOf = (headers: object): string[] =>
  [(headers as Record<string, string | string[]>)['set-cookie'] ?? []].flat();

it('the session and trusted devices hold for the whole domain, the sign-in that is under way for its own address', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const request = authorizeRequest(world);
  const begun = await world.app.inject({ url: request.url });
  const beginning = cookiesOf(begun.headers);
  expect(beginning.length).toBeGreaterThan(0);
  for (const line of beginning) {
    expect(line).toMatch(/path=\/connect\/(interaction|authorize)\/[\w-]+; /);
    expect(line).not.toContain('domain=');
  }
  const at = await openInteraction(world, device, request);
  await callInteraction(world, device, `${at}/password`, { username, password: PASSWORD });
  const code = { username, otp: await lastCode(world, username), trusted: true };
  const done = await callInteraction(world, device, `${at}/code`, code);
  const trusting = cookiesOf(done.headers).filter((line) => line.startsWith('greenlot_device_'));
  expect(trusting).toHaveLength(1);
  expect(trusting[0]).toContain('path=/connect; ');
  for (const part of ['domain=greenlot.example', 'secure', 'httponly', 'samesite=lax'])
    expect(trusting[0]).toContain(part);
  const redirectTo = done.data.next === 'done' ? done.data.redirectTo : '';
  const resumed = await world.app.inject({ url: new URL(redirectTo).pathname, cookies: device.cookies });
  const session = cookiesOf(resumed.headers).filter((line) => line.startsWith('greenlot_session='));
  expect(session).toHaveLength(1);
  for (const part of ['domain=greenlot.example', 'secure', 'httponly', 'samesite=lax', 'path=/connect'])
    expect(session[0]).toContain(part);
});

it('without the setting they hold for the host alone', async () => {
  const bare = await identityWorld({ VARIANT: 'GLOBAL' });
  const { username } = await aUser(bare);
  const device = aDevice();
  await signInByCode(bare, device, username, { trusted: true });
  const again = await bare.app.inject({ url: authorizeRequest(bare).url, cookies: device.cookies });
  const lines = cookiesOf(again.headers);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toContain('domain=');
  await bare.close();
});
