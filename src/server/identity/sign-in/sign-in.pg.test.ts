import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  authorizeRequest,
  returnToClient,
  exchange,
  openInteraction,
  passInteraction,
  signInByCode,
} from '#testing/world/code-flow.ts';
import {
  aDevice,
  askToken,
  aUser,
  callAs,
  giveCode,
  givePassword,
  identityWorldOn,
  lastCode,
  sessionIn,
  signIn,
  tokensOf,
  type Tokens,
  type World,
} from '#testing/world/identity-world.ts';

/** Two server processes on one PostgreSQL. The rules must apply to both processes together. */
let worlds: readonly [World, World];
let global: readonly [World, World];
beforeAll(async () => {
  const { database, url } = await freshDatabase();
  const again = (at: string | undefined) => openDatabase({ url: at ?? '' });
  const other = await again(url);
  // The processes start one after the other, so that the second finds the keys of the first.
  worlds = [await identityWorldOn(database), await identityWorldOn(other)];
  // Two more processes on the same database, in the other variant, where people sign in by authorization code.
  const settings = { VARIANT: 'GLOBAL' };
  global = [await identityWorldOn(await again(url), settings), await identityWorldOn(await again(url), settings)];
});
afterAll(async () => {
  for (const world of [...worlds, ...global]) await world.close();
});

const eitherOf = (at: number): World => worlds[at % 2 === 0 ? 0 : 1];
const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

it('a thousand parallel guesses never get more than five attempts (ASVS 6.6.3)', async () => {
  const { username } = await aUser(worlds[0]);
  const device = aDevice();
  await givePassword(worlds[0], device, username);
  const otp = await lastCode(worlds[0], username);
  const guesses = times(1000).map((at) => String((Number(otp) + 1 + at) % 1_000_000).padStart(6, '0'));
  const answers = await Promise.all(
    guesses.map((guess, at) => giveCode(eitherOf(at), aDevice(device), { username, otp: guess })),
  );
  const errors = Map.groupBy(answers, ({ body }) => body.error);
  expect(errors.get('invalid_otp')).toHaveLength(4);
  expect(errors.get('login-error-reached-max-attempts-otp')).toHaveLength(996);
  expect((await giveCode(worlds[1], device, { username, otp })).body.error).toBe(
    'login-error-reached-max-attempts-otp',
  );
});

it('one code signs in once, however often it is sent in parallel (ASVS 6.5.1)', async () => {
  const { username } = await aUser(worlds[0]);
  const device = aDevice();
  await givePassword(worlds[0], device, username);
  const otp = await lastCode(worlds[0], username);
  const answers = await Promise.all(times(20).map((at) => giveCode(eitherOf(at), aDevice(device), { username, otp })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it('of many parallel passwords no more are tried than a lockout allows', async () => {
  const { username } = await aUser(worlds[0]);
  const answers = await Promise.all(
    times(60).map((at) => givePassword(eitherOf(at), aDevice(), username, 'Wrong-horse-9')),
  );
  const tried = answers.filter(({ body }) => body.error === 'invalid_username_or_password');
  expect(tried).toHaveLength(10);
});

it('parallel sign-ins leave exactly one session in every round, and announce the end of the others (ASVS 7.1.2)', async () => {
  const { username } = await aUser(worlds[0]);
  const devices = times(4).map(() => aDevice());
  for (const device of devices) await signIn(worlds[0], device, username, true);
  const ended = new Set<string>();
  worlds[0].identity.ends.onEnded((ids) => ids.forEach((id) => ended.add(id)));
  const refresh = ({ refreshToken }: Tokens) =>
    askToken(worlds[0], aDevice(), { grant_type: 'refresh_token', refresh_token: refreshToken });
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(devices.map((device, at) => givePassword(eitherOf(at), device, username)));
    const tokens = answers.map(tokensOf);
    const calls = await Promise.all(tokens.map(({ accessToken }) => callAs(worlds[1], accessToken)));
    expect(calls.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      200,
      ...times(3).map(() => 'logged_in_on_different_device'),
    ]);
    const refreshed = await Promise.all(tokens.map(refresh));
    expect(refreshed.map(({ status }) => status)).toEqual(calls.map((call) => (call === 200 ? 200 : 400)));
    const losers = tokens.filter((_, at) => calls[at] !== 200).map(sessionIn);
    await expect.poll(() => losers.filter((id) => !ended.has(id))).toEqual([]);
  }
});

it('parallel sign-ins by code leave exactly one session in every round, and announce the end of the others', async () => {
  const { username } = await aUser(global[0]);
  const devices = times(4).map(() => aDevice());
  for (const device of devices) await signInByCode(global[0], device, username, { trusted: true });
  const ended = new Set<string>();
  global[0].identity.ends.onEnded((ids) => ids.forEach((id) => ended.add(id)));
  for (let round = 0; round < 10; round += 1) {
    const tokens: Tokens[] = [];
    const refused: unknown[] = [];
    await Promise.all(
      devices.map(async (device, at) => {
        const world = global[at % 2 === 0 ? 0 : 1];
        // The browser keeps the cookie of its trusted device and loses the cookie of its previous session.
        device.cookies['greenlot_session'] = '';
        const request = authorizeRequest(world);
        const url = await openInteraction(world, device, request);
        const back = await returnToClient(world, device, await passInteraction(world, device, url, username));
        const answer = await exchange(world, request, back.get('code'));
        if (answer.status === 200) tokens.push(tokensOf(answer));
        else refused.push(answer.body.error);
      }),
    );
    // An authorization code of a replaced session gets no tokens. The code of the newest session always gets them.
    expect(refused.filter((error) => error !== 'invalid_grant')).toEqual([]);
    const calls = await Promise.all(tokens.map(({ accessToken }) => callAs(global[1], accessToken)));
    expect(calls.filter((call) => call === 200)).toHaveLength(1);
    expect(calls.filter((call) => call !== 200 && call !== 'logged_in_on_different_device')).toEqual([]);
    const losers = tokens.filter((_, at) => calls[at] !== 200).map(sessionIn);
    await expect.poll(() => losers.filter((id) => !ended.has(id))).toEqual([]);
  }
});

it('a refresh token is exchanged once in every round, and its session continues', async () => {
  const { username } = await aUser(worlds[0]);
  let { refreshToken } = await signIn(worlds[0], aDevice(), username);
  for (let round = 0; round < 10; round += 1) {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const answers = await Promise.all(times(20).map((at) => askToken(eitherOf(at), aDevice(), form)));
    const winners = answers.filter(({ status }) => status === 200).map(tokensOf);
    expect(winners).toHaveLength(1);
    refreshToken = winners[0]?.refreshToken ?? '';
    expect(await callAs(worlds[1], winners[0]?.accessToken ?? '')).toBe(200);
  }
});

it('every process learns of the end of a session', async () => {
  const { username } = await aUser(worlds[0]);
  const { accessToken } = await signIn(worlds[0], aDevice(), username);
  const sid = sessionIn({ accessToken });
  const heard = worlds.map(
    ({ identity }) =>
      new Promise<void>((resolve) => identity.ends.onEnded((ids) => (ids.includes(sid) ? resolve() : undefined))),
  );
  await signIn(worlds[0], aDevice(), username);
  await Promise.all(heard);
  expect(await callAs(worlds[1], accessToken)).toBe('logged_in_on_different_device');
});
