import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmForgotPassword,
  forgotPassword,
  resendForgotPasswordCode,
  resetPassword,
} from '#contract/identity/own-account.ts';
import { pairedRatio } from '#testing/readers/paired-ratio.ts';
import {
  aDevice,
  aUser,
  call,
  callAs,
  givePassword,
  identityWorld,
  lastCode,
  lastMessage,
  signIn,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'Other-horse-10';
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());
let device: Device;
beforeEach(() => void (device = aDevice()));

const ask = (Email: string, NotificationMethod = 'Email') =>
  call(world, device, forgotPassword, { body: { Email, NotificationMethod } });
const confirm = (Email: string, Otp: string, from = device) =>
  call(world, from, confirmForgotPassword, { body: { Email, Otp } });
const reset = (resetToken: string, Password = NEW_PASSWORD, from = device) =>
  call(world, from, resetPassword, { body: { resetToken, Password, ConfirmPassword: Password } });
const tokenOf = ({ data }: { data: unknown }): string => (data as { resetToken: string }).resetToken;

async function aTicket(email: string): Promise<string> {
  await ask(email);
  return tokenOf(await confirm(email, await lastCode(world, email)));
}

describe('a forgotten password', () => {
  it('is replaced by a new one, which ends the session and removes trusted devices (ASVS 6.4.3)', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    const home = aDevice();
    const { accessToken } = await signIn(world, home, username, true);
    const data = { resend_after_seconds: 60, notification_target: '' };
    expect(await ask(email)).toMatchObject({ code: 'Success', data });
    const ticket = tokenOf(await confirm(email, await lastCode(world, email)));
    expect(await reset(ticket)).toMatchObject({ code: 'Success', data: { username } });
    expect(await callAs(world, accessToken)).toBe('session_revoked');
    expect((await givePassword(world, home, username)).body.error).toBe('invalid_username_or_password');
    expect((await givePassword(world, home, username, NEW_PASSWORD)).body.error).toBe('sent-otp');
  });

  it('by SMS sends the code to the user’s phone', async () => {
    const { username } = await aUser(world, { phone: { code: '+60', number: '12 999 0001' } });
    const email = `${username}@example.com`;
    expect((await ask(email, 'SMS')).data).toMatchObject({ notification_method: 'sms', notification_target: '' });
    expect((await reset(tokenOf(await confirm(email, await lastCode(world, '+60129990001'))))).code).toBe('Success');
    expect(await lastMessage(world, email)).toMatch(/password has just been changed/);
  });

  it('sends another code after 60 seconds', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    await ask(email);
    const again = () =>
      call(world, device, resendForgotPasswordCode, { body: { Email: email, NotificationMethod: 'Email' } });
    expect((await again()).code).toBe('otp_resend_too_soon');
    world.pass(MINUTE_MS);
    expect((await again()).data).toMatchObject({ resend_after_seconds: 60 });
    expect((await confirm(email, await lastCode(world, email))).code).toBe('Success');
  });

  it('keeps the ticket valid after a rejected new password', async () => {
    const { username } = await aUser(world);
    const ticket = await aTicket(`${username}@example.com`);
    expect(await reset(ticket, 'short')).toMatchObject({ fields: { Password: { code: 'password_requirements' } } });
    expect((await reset(ticket)).code).toBe('Success');
  });
});

describe('an attacker who requests and guesses codes', () => {
  const spendAll = async (email: string) => {
    const rival = aDevice();
    const body = { Email: email, NotificationMethod: 'Email' };
    for (let i = 0; i < 5; i += 1) {
      await call(world, rival, forgotPassword, { body });
      world.pass(MINUTE_MS);
    }
    for (let i = 0; i < 5; i += 1) await confirm(email, 'wrong!', rival);
  };

  it('cannot lock out a user on a trusted device, nor invalidate the code sent there', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    await signIn(world, device, username, true);
    await spendAll(email);
    expect((await ask(email)).code).toBe('Success');
    const code = await lastCode(world, email);
    await call(world, aDevice(), forgotPassword, { body: { Email: email, NotificationMethod: 'Email' } });
    expect((await reset(tokenOf(await confirm(email, code)))).code).toBe('Success');
  });

  it('shares one count with all other untrusted devices', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    await spendAll(email);
    expect((await ask(email)).code).not.toBe('Success');
  });

  it('cannot block the sign-in of the owner who has just set a new password', async () => {
    const { username } = await aUser(world);
    const ticket = await aTicket(`${username}@example.com`);
    for (let i = 0; i < 10; i += 1) await givePassword(world, aDevice(), username, 'Wrong-horse-9');
    expect((await givePassword(world, device, username)).body.error).toBe('too_many_requests');
    await reset(ticket);
    expect((await givePassword(world, device, username, NEW_PASSWORD)).body.error).toBe('sent-otp');
  });
});

describe('does not reveal who has an account', () => {
  it('by its answers, which are the same for an unknown address', async () => {
    const { username } = await aUser(world);
    const answers: unknown[][] = [];
    for (const email of [`${username}@example.com`, `nobody.${username}@example.com`]) {
      const said = [await ask(email), await ask(email, 'SMS'), await confirm(email, 'wrong!')];
      const again = { body: { Email: email, NotificationMethod: 'email' } };
      said.push(await call(world, device, resendForgotPasswordCode, again));
      for (let i = 0; i < 5; i += 1) said.push(await confirm(email, 'wrong!'));
      said.push(await ask(email));
      answers.push(
        said.map((answer) => ({ ...answer, data: { ...(answer.data as object), notification_target: '' } })),
      );
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(await lastMessage(world, `nobody.${username}@example.com`)).toBeUndefined();
  });

  it('by the time until the answer', { retry: 2 }, async () => {
    const tookMs: [number[], number[]] = [[], []];
    for (let i = 0; i < 80; i += 1) {
      const { username } = await aUser(world);
      // The order alternates, because the second of two calls is a little faster for any address.
      for (const at of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const askedAt = performance.now();
        expect((await ask(`${at === 0 ? '' : 'nobody.'}${username}@example.com`)).code).toBe('Success');
        tookMs[at].push(performance.now() - askedAt);
      }
    }
    const ratio = pairedRatio(...tookMs);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });

  it('by its answer to a request for a missing phone', async () => {
    const { username } = await aUser(world);
    expect((await ask(`${username}@example.com`, 'SMS')).code).toBe('Success');
    expect(await lastMessage(world, `${username}@example.com`)).toBeUndefined();
  });
});

describe('rejects', () => {
  it('a code from another device, and the right one after five wrong ones', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    await ask(email);
    const code = await lastCode(world, email);
    expect((await confirm(email, code, aDevice())).code).toBe('otp_expired');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 4; i += 1) await confirm(email, wrong);
    const reached = { status: 400, code: 'forgot-password-error-reached-max-attempts-otp' };
    expect(await confirm(email, wrong)).toMatchObject(reached);
    expect(await confirm(email, code)).toMatchObject(reached);
    expect(await ask(email)).toMatchObject(reached);
  });

  it('a ticket that was used, belongs to another device, is too old, or is invented', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    const ticket = await aTicket(email);
    expect((await reset(ticket, NEW_PASSWORD, aDevice())).code).toBe('reset_expired');
    expect((await reset(ticket)).code).toBe('Success');
    expect((await reset(ticket)).code).toBe('reset_expired');
    expect((await reset('made-up')).code).toBe('reset_expired');
    world.pass(MINUTE_MS);
    const later = await aTicket(email);
    world.pass(15 * MINUTE_MS);
    expect((await reset(later)).code).toBe('reset_expired');
  });

  it('a code before any was requested, a code as ticket, and a ticket as code', async () => {
    const { username } = await aUser(world);
    const email = `${username}@example.com`;
    expect((await confirm(email, '123456')).code).toBe('otp_expired');
    await ask(email);
    expect((await reset(await lastCode(world, email))).code).toBe('reset_expired');
  });
});
