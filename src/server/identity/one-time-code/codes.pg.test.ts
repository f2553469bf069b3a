import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addPhone,
  confirmForgotPassword,
  confirmRegistration,
  forgotPassword,
  register,
  resetPassword,
  validatePhone,
} from '#contract/identity/own-account.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { freshDatabase } from '#testing/world/database.ts';
import {
  aDevice,
  aUser,
  call,
  identityWorldOn,
  lastCode,
  PASSWORD,
  signIn,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

/** Two server processes on one PostgreSQL. The rules must apply to both processes together. */
let worlds: readonly [World, World];
beforeAll(async () => {
  const { database, url } = await freshDatabase();
  const other = await openDatabase({ url: url ?? '' });
  worlds = [await identityWorldOn(database), await identityWorldOn(other)];
});
afterAll(async () => {
  for (const world of worlds) await world.close();
});

const eitherOf = (at: number): World => worlds[at % 2 === 0 ? 0 : 1];
const times = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const wrongOnes = (code: string) =>
  times(1000).map((at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'));

/** A one-time code that was requested. `give` enters an OTP in a process and returns the `code` field of the answer. */
type PendingCode = { readonly code: string; give(world: World, otp: string): Promise<string> };
/** The operations that use a one-time code. Each function requests a code. */
const WAYS: Readonly<Record<string, (device: Device) => Promise<PendingCode>>> = {
  'signing up': async (device) => {
    const name = `guess${randomUUID().slice(0, 8)}`;
    const Email = `${name}@example.com`;
    const secret = { Password: PASSWORD, ConfirmPassword: PASSWORD };
    const phone = { PhoneCode: '+60', PhoneNumber: '12 345 6789' };
    const body = { Username: name, Email, ...secret, ...phone, NotificationMethod: 'Email' };
    const { data } = await call(worlds[0], device, register, { body });
    const { userRegisterId } = data as { userRegisterId: string };
    return {
      code: await lastCode(worlds[0], Email),
      give: async (world, Otp) =>
        (await call(world, device, confirmRegistration, { body: { userRegisterId, Otp } })).code,
    };
  },
  'a forgotten password': async (device) => {
    const Email = `${(await aUser(worlds[0])).username}@example.com`;
    await call(worlds[0], device, forgotPassword, { body: { Email, NotificationMethod: 'Email' } });
    return {
      code: await lastCode(worlds[0], Email),
      give: async (world, Otp) => (await call(world, device, confirmForgotPassword, { body: { Email, Otp } })).code,
    };
  },
  'a phone': async (device) => {
    const { accessToken } = await signIn(worlds[0], device, (await aUser(worlds[0])).username);
    const authorization = `Bearer ${accessToken}`;
    const number = String(Date.now()).slice(-7);
    const phone = { PhoneCode: '+60', PhoneNumber: `12${number}` };
    await call(worlds[0], device, addPhone, { authorization, body: { ...phone, CurrentPassword: PASSWORD } });
    return {
      code: await lastCode(worlds[0], `+6012${number}`),
      give: async (world, Otp) =>
        (await call(world, device, validatePhone, { authorization, body: { ...phone, Otp } })).code,
    };
  },
};

it.each(Object.keys(WAYS))('%s: a thousand parallel guesses never get more than five attempts', async (way) => {
  const asked = await WAYS[way]?.(aDevice());
  if (!asked) throw new Error(way);
  const codes = await Promise.all(wrongOnes(asked.code).map((guess, at) => asked.give(eitherOf(at), guess)));
  const reached = codes.filter((code) => /reached.max.attempts/.test(code));
  expect([codes.filter((code) => code === 'invalid_otp').length, reached.length]).toEqual([4, 996]);
  expect(await asked.give(worlds[1], asked.code)).toMatch(/reached.max.attempts/);
});

it.each(Object.keys(WAYS))('%s: one code works once, however often it is sent in parallel', async (way) => {
  const asked = await WAYS[way]?.(aDevice());
  if (!asked) throw new Error(way);
  const codes = await Promise.all(times(20).map((at) => asked.give(eitherOf(at), asked.code)));
  expect(codes.filter((code) => code === 'Success')).toHaveLength(1);
});

it('one ticket sets one password, however often it is sent in parallel', async () => {
  const device = aDevice();
  const Email = `${(await aUser(worlds[0])).username}@example.com`;
  await call(worlds[0], device, forgotPassword, { body: { Email, NotificationMethod: 'Email' } });
  const Otp = await lastCode(worlds[0], Email);
  const { data } = await call(worlds[0], device, confirmForgotPassword, { body: { Email, Otp } });
  const answers = await Promise.all(
    times(10).map((at) => {
      const Password = `Other-horse-${100 + at}`;
      const body = { ...(data as object), Password, ConfirmPassword: Password };
      return call(eitherOf(at), device, resetPassword, { body });
    }),
  );
  expect(answers.filter(({ code }) => code === 'Success')).toHaveLength(1);
});
