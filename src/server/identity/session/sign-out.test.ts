import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCode, visit } from '#testing/world/code-flow.ts';
import { aDevice, aUser, callAs, identityWorld, type World } from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'GLOBAL' })));
afterAll(() => world.close());

const ISSUER = 'http://greenlot.test';

const endSession = (query: Record<string, string>): string =>
  `/connect/endsession?${new URLSearchParams({ client_id: 'greenlot-web', ...query }).toString()}`;
const BACK = { post_logout_redirect_uri: `${ISSUER}/logout`, state: 'x' };

it('with the own ID token the session ends without a question, and the browser returns to the application (ASVS 7.4.1)', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const { accessToken, idToken } = await signInByCode(world, device, username);
  const reply = await visit(world, device, endSession({ id_token_hint: idToken, ...BACK }));
  expect(reply.headers.location).toBe(`${ISSUER}/logout?state=x`);
  expect(await callAs(world, accessToken)).toBe('session_revoked');
  expect(device.cookies.greenlot_session).toBe('');
});

it('an expired ID token works as well', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const { accessToken, idToken } = await signInByCode(world, device, username);
  world.pass(2 * 60 * 60_000);
  await visit(world, device, endSession({ id_token_hint: idToken }));
  expect(await callAs(world, accessToken)).toBe('session_revoked');
});

it("with another user's ID token, a damaged one, or none, nobody is signed out without a question (ASVS 10.6.2)", async () => {
  const [anna, bo] = [await aUser(world), await aUser(world)];
  const device = aDevice({ headers: { 'accept-language': 'zh' } });
  const { accessToken, idToken } = await signInByCode(world, device, anna.username);
  const others = await signInByCode(world, aDevice(), bo.username);
  const asked = await visit(world, device, endSession({ id_token_hint: others.idToken, ...BACK }));
  expect(asked.body).toContain('<html lang="zh">');
  expect(asked.body).not.toContain('<script');
  expect((await visit(world, device, endSession(BACK))).statusCode).toBe(200);
  expect(
    (await visit(world, device, endSession({ id_token_hint: `${idToken.slice(0, -8)}AAAAAAAA` }))).statusCode,
  ).toBe(400);
  expect((await visit(world, device, endSession({ id_token_hint: others.accessToken }))).statusCode).toBe(400);
  expect(await callAs(world, accessToken)).toBe(200);
  expect(await callAs(world, others.accessToken)).toBe(200);
});

it('a person who confirms is signed out, and returns', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const { accessToken } = await signInByCode(world, device, username);
  const page = await visit(world, device, endSession(BACK));
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const forged = await visit(world, device, '/connect/endsession/confirm', { xsrf: 'forged', logout: 'yes' });
  expect(forged.statusCode).toBe(400);
  expect(await callAs(world, accessToken)).toBe(200);
  const done = await visit(world, device, '/connect/endsession/confirm', { xsrf, logout: 'yes' });
  expect(done.headers.location).toBe(`${ISSUER}/logout?state=x`);
  expect(await callAs(world, accessToken)).toBe('session_revoked');
});

it('returns to registered addresses only', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const { accessToken, idToken } = await signInByCode(world, device, username);
  for (const address of ['https://evil.example/', `${ISSUER}/logout/`, `${ISSUER}/logout?next=https://evil.example`]) {
    const reply = await visit(world, device, endSession({ id_token_hint: idToken, post_logout_redirect_uri: address }));
    expect(reply.statusCode).toBe(400);
  }
  expect(await callAs(world, accessToken)).toBe(200);
});
