import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '#contract/identity/own-account.ts';
import { endSessionOfUser } from '#server/identity/session/user-session.ts';
import {
  authorizeRequest,
  callInteraction,
  returnToClient,
  exchange,
  openInteraction,
  passInteraction,
  signInByCode,
  visit,
} from '#testing/world/code-flow.ts';
import {
  aDevice,
  askToken,
  aUser,
  call,
  callAs,
  identityWorld,
  lastCode,
  PASSWORD,
  sessionIn,
  tokensOf,
  type World,
} from '#testing/world/identity-world.ts';

let world: World;
beforeAll(async () => void (world = await identityWorld({ VARIANT: 'GLOBAL' })));
afterAll(() => world.close());

const MINUTE_MS = 60_000;

describe('signing in on the hosted page', () => {
  it('accepts password and code, and returns to the client with tokens of one session', async () => {
    const { id, username } = await aUser(world);
    const device = aDevice();
    const request = authorizeRequest(world);
    const at = await openInteraction(world, device, request);
    const details = await callInteraction(world, device, `${at}/details`);
    expect(details.data).toEqual({ clientName: null, loginHint: '', consent: null, phone: null });
    const first = await callInteraction(world, device, `${at}/password`, { username, password: PASSWORD });
    expect(first.data).toMatchObject({ next: 'code', sent: { notification_method: 'email' } });
    const second = await callInteraction(world, device, `${at}/code`, {
      username,
      otp: await lastCode(world, username),
      trusted: false,
    });
    expect(second.data).toMatchObject({ next: 'done' });
    const redirectTo = second.data.next === 'done' ? second.data.redirectTo : '';
    const back = await returnToClient(world, device, redirectTo);
    expect(Object.fromEntries(back)).toMatchObject({ state: 'some-state', iss: world.identity.issuer });
    const answer = await exchange(world, request, back.get('code'));
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 600 } });
    const tokens = tokensOf(answer);
    expect(await callAs(world, tokens.accessToken)).toBe(200);
    expect(decodeJwt(tokens.idToken)).toMatchObject({
      sub: id,
      nonce: 'some-nonce',
      preferred_username: username,
      email: `${username}@example.com`,
      email_verified: true,
    });
    expect(
      (await askToken(world, device, { grant_type: 'refresh_token', refresh_token: tokens.refreshToken })).status,
    ).toBe(200);
  });

  it('tells clients if an address is not verified', async () => {
    const { id, username } = await aUser(world, { phone: { code: '+60', number: '12 345 6789' } });
    await world.database.db.updateTable('app_user').set({ email_proven_at: null }).where('id', '=', id).execute();
    const device = aDevice();
    const request = authorizeRequest(world);
    const at = await openInteraction(world, device, request);
    await callInteraction(world, device, `${at}/password`, { username, password: PASSWORD });
    world.pass(MINUTE_MS);
    await callInteraction(world, device, `${at}/resend-code`, { username, NotificationMethod: 'SMS' });
    const code = { username, otp: await lastCode(world, '+6012345'), trusted: false };
    const { data } = await callInteraction(world, device, `${at}/code`, code);
    const back = await returnToClient(world, device, data.next === 'done' ? data.redirectTo : '');
    const { idToken } = tokensOf(await exchange(world, request, back.get('code')));
    expect(decodeJwt(idToken)).toMatchObject({ email: `${username}@example.com`, email_verified: false });
  });

  it('needs no second screen during the session, also with prompt=none', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const { accessToken } = await signInByCode(world, device, username);
    for (const prompt of [undefined, 'none']) {
      const request = authorizeRequest(world, { prompt });
      const back = await returnToClient(world, device, request.url);
      const answer = await exchange(world, request, back.get('code'));
      expect(sessionIn(tokensOf(answer))).toBe(sessionIn({ accessToken }));
    }
    expect(await callAs(world, accessToken)).toBe(200);
    await signInByCode(world, aDevice(), username);
    const late = await returnToClient(world, device, authorizeRequest(world, { prompt: 'none' }).url);
    expect(late.get('error')).toBe('login_required');
    expect((await visit(world, device, authorizeRequest(world).url)).headers.location).toMatch('/connect/interaction/');
  });

  it('again within a session (prompt=login) keeps the session and its tokens (ASVS 7.2.4)', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const ended: string[] = [];
    world.identity.ends.onEnded((ids) => ended.push(...ids));
    const before = await signInByCode(world, device, username, { trusted: true });
    const after = await signInByCode(world, device, username, { prompt: 'login' });
    expect(sessionIn(after)).toBe(sessionIn(before));
    expect(await callAs(world, before.accessToken)).toBe(200);
    expect(ended).not.toContain(sessionIn(before));
  });

  it('as another user ends the previous user’s session', async () => {
    const [one, other] = [await aUser(world), await aUser(world)];
    const device = aDevice();
    const before = await signInByCode(world, device, one.username);
    const after = await signInByCode(world, device, other.username, { prompt: 'login' });
    expect(decodeJwt(after.accessToken).sub).toBe(other.id);
    expect(await callAs(world, before.accessToken)).toBe('session_revoked');
    expect(await callAs(world, after.accessToken)).toBe(200);
  });

  it('ends an older session and notifies its device', async () => {
    const { username } = await aUser(world);
    const old = await signInByCode(world, aDevice(), username);
    const fresh = await signInByCode(world, aDevice(), username);
    expect(await callAs(world, old.accessToken)).toBe('logged_in_on_different_device');
    expect(await callAs(world, fresh.accessToken)).toBe(200);
  });

  it('needs no code on a trusted device, but does in another browser', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    await signInByCode(world, device, username, { trusted: true });
    const again = async (from: typeof device) => {
      const at = await openInteraction(world, from, authorizeRequest(world, { prompt: 'login' }));
      return (await callInteraction(world, from, `${at}/password`, { username, password: PASSWORD })).data.next;
    };
    expect(await again(device)).toBe('done');
    expect(await again(aDevice())).toBe('code');
    expect(await again(aDevice({ cookies: { ...device.cookies } }))).toBe('code');
  });

  it('sends another code after the wait, and accepts only that one', async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const at = await openInteraction(world, device, authorizeRequest(world));
    await callInteraction(world, device, `${at}/password`, { username, password: PASSWORD });
    const first = await lastCode(world, username);
    const resend = () => callInteraction(world, device, `${at}/resend-code`, { username, NotificationMethod: 'Email' });
    expect((await resend()).body.code).toBe('otp_resend_too_soon');
    world.pass(MINUTE_MS);
    expect((await resend()).body).toMatchObject({ code: 'Success', data: { notification_method: 'email' } });
    const otp = await lastCode(world, username);
    const give = async (code: string) =>
      (await callInteraction(world, device, `${at}/code`, { username, otp: code, trusted: false })).body.code;
    if (otp !== first) expect(await give(first)).toBe('invalid_otp');
    expect(await give(otp)).toBe('Success');
  });
});

describe('a step of the hosted page', () => {
  const begun = async () => {
    const { username } = await aUser(world);
    const device = aDevice();
    const request = authorizeRequest(world);
    const at = await openInteraction(world, device, request);
    return { username, device, request, at };
  };
  const password = (username: string) => ({ username, password: PASSWORD });

  it('is rejected in another browser, and in one that lost its cookie', async () => {
    const { username, device, at } = await begun();
    const other = aDevice();
    await openInteraction(world, other, authorizeRequest(world));
    for (const from of [other, aDevice({ fingerprint: device.fingerprint })]) {
      for (const [path, body] of [
        ['/details', undefined],
        ['/password', password(username)],
        ['/code', { username, otp: '123456', trusted: false }],
        ['/resend-code', { username, NotificationMethod: 'email' }],
      ] as const) {
        expect(await callInteraction(world, from, at + path, body)).toMatchObject({
          status: 400,
          body: { code: 'interaction_expired' },
        });
      }
    }
  });

  it('is rejected without the device header, which no foreign form can send', async () => {
    const { username, device, at } = await begun();
    const bare = { ...device, fingerprint: '' };
    for (const [path, body] of [
      ['/password', password(username)],
      ['/code', { username, otp: '123456', trusted: false }],
      ['/resend-code', { username, NotificationMethod: 'email' }],
    ] as const)
      expect((await callInteraction(world, bare, at + path, body)).body.code).toBe('device_fingerprint_required');
  });

  it('is rejected as a form, which a foreign page could send', async () => {
    const { username, device, at } = await begun();
    const reply = await visit(world, device, `${at}/password`, password(username));
    expect(reply.statusCode).toBe(400);
  });

  it('is rejected out of order: no code before the password, none of another interaction (ASVS 2.3.1)', async () => {
    const { username, device, at } = await begun();
    const give = (url: string, otp: string) =>
      callInteraction(world, device, `${url}/code`, { username, otp, trusted: false });
    const again = (url: string) =>
      callInteraction(world, device, `${url}/resend-code`, { username, NotificationMethod: 'email' });
    expect((await give(at, '123456')).body.code).toBe('otp_expired');
    expect((await again(at)).body.code).toBe('otp_expired');
    await callInteraction(world, device, `${at}/password`, password(username));
    const otp = await lastCode(world, username);
    const second = await openInteraction(world, device, authorizeRequest(world));
    expect((await give(second, otp)).body.code).toBe('otp_expired');
    expect((await again(second)).body.code).toBe('otp_expired');
  });

  it('is rejected twice: a finished sign-in can be neither repeated nor resumed again', async () => {
    const { username, device, at } = await begun();
    const redirectTo = await passInteraction(world, device, at, username);
    for (const [path, body] of [
      ['/details', undefined],
      ['/password', password(username)],
      ['/code', { username, otp: await lastCode(world, username), trusted: false }],
    ] as const)
      expect((await callInteraction(world, device, at + path, body)).body.code).toBe('interaction_expired');
    const cookies = { ...device.cookies };
    expect((await returnToClient(world, device, redirectTo)).get('code')).toBeTruthy();
    expect((await visit(world, aDevice({ cookies }), redirectTo)).statusCode).toBe(400);
  });

  it('cannot be resumed by another browser: no link signs a person in as someone else (ASVS 7.6.2, 10.1.2)', async () => {
    const { username, device, at } = await begun();
    const redirectTo = await passInteraction(world, device, at, username);
    const victim = aDevice();
    await openInteraction(world, victim, authorizeRequest(world));
    // The library reads the browser's cookie, so the browser continues its own sign-in and not the one in the link.
    expect((await visit(world, victim, redirectTo)).headers.location).toMatch('/connect/interaction/');
    expect((await visit(world, aDevice(), redirectTo)).statusCode).toBe(400);
  });

  it('is rejected after 15 minutes, like the redirect back', async () => {
    const { username, device, at } = await begun();
    const late = await begun();
    const redirectTo = await passInteraction(world, late.device, late.at, late.username);
    world.pass(15 * MINUTE_MS + 1000);
    const answer = await callInteraction(world, device, `${at}/password`, password(username));
    expect(answer.body.code).toBe('interaction_expired');
    expect((await visit(world, late.device, redirectTo)).statusCode).toBe(400);
  });

  it('counts wrong passwords and codes as the password grant does (ASVS 6.3.4)', async () => {
    const { username, device, at } = await begun();
    await callInteraction(world, device, `${at}/password`, password(username));
    const otp = await lastCode(world, username);
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const codes: unknown[] = [];
    for (let i = 0; i < 5; i += 1)
      codes.push(
        (await callInteraction(world, device, `${at}/code`, { username, otp: wrong, trusted: false })).body.code,
      );
    expect(codes.slice(0, 4)).toEqual(Array(4).fill('invalid_otp'));
    expect(codes[4]).toBe('login-error-reached-max-attempts-otp');
    const nobody = { username: 'nobody_at_all', password: PASSWORD };
    const refusals = new Set<unknown>();
    for (let i = 0; i < 12; i += 1)
      refusals.add((await callInteraction(world, device, `${at}/password`, nobody)).body.code);
    expect([...refusals]).toEqual(['invalid_username_or_password', 'too_many_requests']);
  });

  it('answers malformed text with 400', async () => {
    const { device, at } = await begun();
    for (const body of [
      { username: 'a\0b', password: PASSWORD },
      { username: '\uD800', password: '\uD800' },
      { username: 1 },
    ])
      expect((await callInteraction(world, device, `${at}/password`, body)).status).toBe(400);
    for (const body of [
      { username: 'a\0b', otp: '1', trusted: false },
      { username: '\uD800', otp: '\0', trusted: false },
    ])
      expect((await callInteraction(world, device, `${at}/code`, body)).status).toBe(400);
  });

  it('signs nobody in if the password changed after it was finished', async () => {
    const { username } = await aUser(world);
    const own = aDevice();
    const { accessToken } = await signInByCode(world, own, username);
    const other = aDevice();
    const at = await openInteraction(world, other, authorizeRequest(world));
    world.pass(MINUTE_MS);
    const redirectTo = await passInteraction(world, other, at, username);
    const body = { CurrentPassword: PASSWORD, Password: 'Other-horse-10', ConfirmPassword: 'Other-horse-10' };
    const changed = await call(world, own, changePassword, { authorization: `Bearer ${accessToken}`, body });
    expect(changed.code).toBe('Success');
    expect((await visit(world, other, redirectTo)).statusCode).toBe(400);
    expect((await visit(world, other, authorizeRequest(world).url)).headers.location).toMatch('/connect/interaction/');
    expect(await callAs(world, accessToken)).toBe('session_revoked');
  });

  it('expires if the password changes before the browser returns', async () => {
    const { id, username } = await aUser(world);
    const device = aDevice();
    const at = await openInteraction(world, device, authorizeRequest(world));
    const redirectTo = await passInteraction(world, device, at, username);
    await endSessionOfUser(world.identity, id);
    expect((await visit(world, device, redirectTo)).statusCode).toBe(400);
  });
});
