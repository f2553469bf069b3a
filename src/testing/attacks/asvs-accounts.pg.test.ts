import { generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '#contract/identity/own-account.ts';
import {
  aDevice,
  askToken,
  aUser,
  call,
  callAs,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  lastMessage,
  PASSWORD,
  sessionIn,
  signIn,
  type World,
} from '#testing/world/identity-world.ts';

/** In these tests an attacker tries passwords, codes, sessions and tokens (ASVS 5.0, chapters 6, 7, 9, 10 and 11). */
const DAY_MS = 86_400_000;
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());

async function someone() {
  const { id, username } = await aUser(world);
  const device = aDevice();
  const tokens = await signIn(world, device, username);
  const authorization = `Bearer ${tokens.accessToken}`;
  const change = (Password: string) =>
    call(world, device, changePassword, {
      authorization,
      body: { CurrentPassword: PASSWORD, Password, ConfirmPassword: Password },
    });
  return { id, username, device, tokens, change };
}

const ownKey = (): JWK => world.identity.keys.privateKeys[0] ?? {};
const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

type TokenClaims = { sub: string; sid: string; typ?: string; issuer?: string; audience?: string; notBefore?: number };

/** Signs a token with the server's own key. Only the given claims differ from a real token. */
const signed = ({ sub, sid, typ = 'at+jwt', issuer, audience, notBefore }: TokenClaims): Promise<string> => {
  const token = new SignJWT({ sid, client_id: 'greenlot-web' })
    .setProtectedHeader({ alg: 'ES256', typ, kid: ownKey().kid ?? '' })
    .setSubject(sub)
    .setIssuer(issuer ?? world.identity.issuer)
    .setAudience(audience ?? world.identity.audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + 300);
  return (notBefore === undefined ? token : token.setNotBefore(notBefore)).sign(ownKey());
};

test('6.2.1, 6.2.5: a password needs twelve characters of four kinds, and every letter counts as one', async () => {
  const { change } = await someone();
  for (const short of [
    'Ab1-',
    'Zebra-7',
    'Zebra-Tram7',
    'zebra-tramway-71',
    'ZEBRA-TRAMWAY-71',
    'Zebra-Tramway-x',
    'ZebraTramway71x',
  ])
    expect([short, (await change(short)).code]).toEqual([short, 'password_requirements']);
  expect((await change('Zebra-Tram71')).code).toBe('Success');
});

test('6.2.4, 6.2.12: rejects passwords of breach lists, also when they meet the composition rule', async () => {
  const { change } = await someone();
  for (const common of [
    'Password123!',
    'P@ssw0rd1234',
    'Qwerty12345!',
    'Iloveyou123!',
    'Welcome2024!',
    '!QAZ2wsx3edc',
    'Abcd1234567!',
    'Football1234!',
  ])
    expect([common, (await change(common)).code]).toEqual([common, 'password_guessable']);
});

test('6.2.11: rejects a password made of a year and names of the product, the brand or the person', async () => {
  const { username, change } = await someone();
  const name = username.replace('u', 'U');
  for (const made of [
    'Greenlot-Demo-1',
    'Gr33nl0t-Auction1',
    'Tnbx@Energy2026',
    `${name}-Tnbx-2026`,
    `${name}@Greenlot1`,
  ])
    expect([made, (await change(made)).code]).toEqual([made, 'password_guessable']);
});

test('6.2.8, 6.2.9: accepts a password of 64 characters in any script, and compares every character', async () => {
  const { username, change } = await someone();
  const long = `Ä ö-字7 ${'kLm9'.repeat(20)}`.replaceAll(' ', '_').slice(0, 64);
  expect(long.length).toBe(64);
  expect((await change(`${long}x`)).code).toBe('password_length_requirement');
  expect((await change(long)).code).toBe('Success');
  const outcome = async (typed: string) => (await givePassword(world, aDevice(), username, typed)).body.error;
  for (const almost of [
    long.slice(0, 63),
    long.toLowerCase(),
    long.toUpperCase(),
    ` ${long}`,
    `${long} `,
    long.normalize('NFD'),
  ])
    expect([almost, await outcome(almost)]).toEqual([almost, 'invalid_username_or_password']);
  expect(await outcome(long)).toBe('sent-otp');
});

test('6.2.10: a password of five years ago still signs in', async () => {
  const { username } = await aUser(world);
  world.pass(5 * 365 * DAY_MS);
  expect((await givePassword(world, aDevice(), username)).body.error).toBe('sent-otp');
});

test('6.3.3, 6.3.4, 10.4.4: neither the password nor the code alone gives a token, and no other grant does', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  const first = await givePassword(world, device, username);
  expect(first.body).not.toHaveProperty('access_token');
  const otp = await lastCode(world, username);
  expect((await giveCode(world, aDevice(), { username, otp })).body).not.toHaveProperty('access_token');
  for (const grant_type of [
    'client_credentials',
    'implicit',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:openid:params:grant-type:ciba',
    'urn:ietf:params:oauth:grant-type:token-exchange',
  ])
    expect((await askToken(world, aDevice(), { grant_type, username, password: PASSWORD })).body.error).toBe(
      'unsupported_grant_type',
    );
  expect((await giveCode(world, device, { username, otp })).status).toBe(200);
});

test('6.5.1, 6.5.3, 6.5.4, 11.5.1: a code has six digits from a secure generator, and works once', async () => {
  const { username } = await aUser(world);
  const codes = new Set<string>();
  for (let i = 0; i < 8; i += 1) {
    const person = await aUser(world);
    await givePassword(world, aDevice(), person.username);
    codes.add(await lastCode(world, person.username));
  }
  expect([...codes].every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(codes.size).toBeGreaterThan(6);
  const device = aDevice();
  await givePassword(world, device, username);
  const otp = await lastCode(world, username);
  expect((await giveCode(world, device, { username, otp })).status).toBe(200);
  expect((await giveCode(world, device, { username, otp })).status).toBe(400);
});

test('6.5.5: a code is invalid after five minutes', async () => {
  const { username } = await aUser(world);
  const device = aDevice();
  await givePassword(world, device, username);
  const otp = await lastCode(world, username);
  expect(await lastMessage(world, `${username}@example.com`)).toContain('5 minutes');
  world.pass(5 * 60_000 + 1_000);
  expect((await giveCode(world, device, { username, otp })).body.error).toBe('otp_expired');
});

test('6.6.2: a code works only on its device and for its request', async () => {
  const { username } = await aUser(world);
  const [mine, theirs] = [aDevice(), aDevice()];
  await givePassword(world, mine, username);
  const otp = await lastCode(world, username);
  expect((await giveCode(world, theirs, { username, otp })).status).toBe(400);
  const other = await aUser(world);
  await givePassword(world, mine, other.username);
  expect((await giveCode(world, mine, { username: other.username, otp })).status).toBe(400);
});

test('7.1.1, 7.3.1, 7.3.2: tokens live ten minutes and sessions thirty days, as documented', async () => {
  const { username, tokens } = await someone();
  const { iat, exp } = claimsIn(tokens.accessToken);
  expect(Number(exp) - Number(iat)).toBe(600);
  world.pass(30 * DAY_MS);
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refreshToken };
  expect((await askToken(world, aDevice(), refresh)).body.error).toBe('invalid_grant');
  expect(await callAs(world, tokens.accessToken)).toBe('session_revoked');
  expect((await givePassword(world, aDevice(), username)).body.error).toBe('sent-otp');
});

test('7.2.1, 7.2.2, 7.2.4: each sign-in has its own tokens and session, and the previous ones are rejected', async () => {
  const { username, tokens } = await someone();
  const next = await signIn(world, aDevice(), username);
  expect(new Set([tokens.accessToken, next.accessToken, tokens.refreshToken, next.refreshToken]).size).toBe(4);
  expect(sessionIn(next)).not.toBe(sessionIn(tokens));
  expect(await callAs(world, tokens.accessToken)).toBe('logged_in_on_different_device');
  // A valid signature is not enough: the session must also exist.
  await world.database.db.deleteFrom('user_session').where('session_id', '=', sessionIn(next)).execute();
  expect(await callAs(world, next.accessToken)).toBe('session_revoked');
});

test('7.2.3: a session secret has 256 bits, and the database holds only its hash', async () => {
  const { tokens } = await someone();
  const secret = tokens.refreshToken;
  expect(secret).toMatch(/^[\w-]{43,}$/);
  const rows = JSON.stringify(await world.database.db.selectFrom('oidc_model').selectAll().execute());
  expect(rows).not.toContain(secret);
});

test('9.1.1, 9.1.2: rejects tokens that are unsigned or signed with another algorithm', async () => {
  const { id, tokens } = await someone();
  const claims = claimsIn(tokens.accessToken);
  expect(await callAs(world, new UnsecuredJWT(claims).encode())).toBe('not_signed_in');
  const [header = '', payload = '', signature = ''] = tokens.accessToken.split('.');
  const asAdmin = Buffer.from(JSON.stringify({ ...claims, role: 'Admin' })).toString('base64url');
  for (const torn of [
    `${header}.${payload}.`,
    `${header}.${asAdmin}.${signature}`,
    `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
  ])
    expect(await callAs(world, torn)).toBe('not_signed_in');
  for (const alg of ['ES384', 'PS256', 'EdDSA'] as const) {
    const { privateKey } = await generateKeyPair(alg);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg, typ: 'at+jwt', kid: ownKey().kid ?? '' })
      .sign(privateKey);
    expect([alg, await callAs(world, token)]).toEqual([alg, 'not_signed_in']);
  }
  expect(await callAs(world, await signed({ sub: id, sid: sessionIn(tokens) }))).toBe(200);
});

test('9.2.1: rejects a token before its time', async () => {
  const { id, tokens } = await someone();
  const inAYear = Math.floor(Date.now() / 1000) + 365 * 86_400;
  expect(await callAs(world, await signed({ sub: id, sid: sessionIn(tokens), notBefore: inAYear }))).toBe(
    'not_signed_in',
  );
});

test('9.2.2, 9.2.3, 10.3.1: an ID token, another type, another audience or another issuer authorizes no call', async () => {
  const { id, tokens } = await someone();
  const made = { sub: id, sid: sessionIn(tokens) };
  expect(await callAs(world, tokens.idToken)).toBe('not_signed_in');
  expect(await callAs(world, tokens.refreshToken)).toBe('not_signed_in');
  for (const other of [
    { typ: 'JWT' },
    { typ: 'logout+jwt' },
    { audience: 'https://other.example' },
    { audience: 'greenlot-web' },
    { issuer: 'https://other.example' },
  ])
    expect([other, await callAs(world, await signed({ ...made, ...other }))]).toEqual([other, 'not_signed_in']);
});

test('10.3.3: a token belongs to a user id, not to the current holder of the username', async () => {
  const [one, other] = [await someone(), await someone()];
  const { db } = world.database;
  await db
    .updateTable('app_user')
    .set({ username: `${one.username}_before` })
    .where('id', '=', one.id)
    .execute();
  await db.updateTable('app_user').set({ username: one.username }).where('id', '=', other.id).execute();
  const reply = await world.app.inject({
    url: '/auction-api/profile',
    headers: { authorization: `Bearer ${one.tokens.accessToken}` },
  });
  expect(reply.json<{ data: { userId: string } }>().data.userId).toBe(one.id);
});

test('11.4.2: passwords are stored by argon2id with 19 MiB and two rounds, each with its own salt', async () => {
  const people = [await someone(), await someone()];
  for (const { change } of people) expect((await change('Zebra-Tram71')).code).toBe('Success');
  const rows = await world.database.db
    .selectFrom('app_user')
    .select('password_hash')
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  const hashes = rows.map((row) => row.password_hash);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(new Set(hashes).size).toBe(2);
});

test('11.3.3, 11.4.4: only this deployment’s secret opens sealed data, and changing any bit breaks it', () => {
  const { secret } = world.identity;
  const sealed = Buffer.from(secret.seal('a key'), 'base64url');
  expect(secret.open(sealed.toString('base64url'))).toBe('a key');
  for (const at of [0, 12, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secret.open(changed.toString('base64url'))).toThrow(/authenticate/);
  }
  // Sealing the same text twice gives different bytes, because each seal has its own nonce.
  expect(secret.seal('a key')).not.toBe(secret.seal('a key'));
});
