import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addPhone,
  changePhone,
  confirmForgotPassword,
  confirmRegistration,
  forgotPassword,
  register,
  resetPassword,
  validatePhone,
} from '#contract/identity/own-account.ts';
import { listMessages } from '#server/platform/mail/outbox.ts';
import {
  PASSWORD,
  aDevice,
  aUser,
  call,
  identityWorld,
  lastCode,
  signIn,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';

/** In these tests an attacker uses one-time codes for other purposes than the intended one (decision 59). */
let w: World;
beforeAll(async () => void (w = await identityWorld()));
afterAll(() => w.close());

const MINUTE_MS = 60_000;
let numbers = 5_000_000;
const aNumber = () => `12 ${(numbers += 1)}`;
const dialled = (PhoneNumber: string) => `+60${PhoneNumber.replaceAll(' ', '')}`;

const aRegistration = (changes: object = {}) => ({
  Username: `st-${crypto.randomUUID().slice(0, 8)}`,
  Email: `${crypto.randomUUID()}@example.com`,
  Password: PASSWORD,
  ConfirmPassword: PASSWORD,
  PhoneCode: '+60',
  PhoneNumber: aNumber(),
  NotificationMethod: 'SMS',
  ...changes,
});

async function signUp(device: Device, body: ReturnType<typeof aRegistration>): Promise<string> {
  const { code, data } = await call(w, device, register, { body });
  if (code !== 'Success') return code;
  const { userRegisterId } = data as { userRegisterId: string };
  const Otp = await lastCode(w, body.NotificationMethod === 'SMS' ? dialled(body.PhoneNumber) : body.Email);
  return (await call(w, device, confirmRegistration, { body: { userRegisterId, Otp } })).code;
}

type Session = { readonly device: Device; readonly authorization: string };
async function aSession(): Promise<Session & { readonly username: string }> {
  const device = aDevice();
  const { username } = await aUser(w);
  const { accessToken } = await signIn(w, device, username);
  return { device, authorization: `Bearer ${accessToken}`, username };
}
const phoneBody = (PhoneNumber: string) => ({ PhoneCode: '+60', PhoneNumber, CurrentPassword: PASSWORD });
const asksFor = async ({ device, authorization }: Session, number: string, route = addPhone) =>
  (await call(w, device, route, { authorization, body: phoneBody(number) })).code;
const validates = async ({ device, authorization }: Session, number: string, Otp: string) =>
  (await call(w, device, validatePhone, { authorization, body: { ...phoneBody(number), Otp } })).code;

const smsTo = async (number: string): Promise<number> =>
  (await listMessages(w.database.db)).filter(({ recipient }) => recipient === dialled(number)).length;

const SIX_TIMES = [...Array<string>(5).fill('Success'), 'otp_resend_too_soon'];

test('completed sign-ups send no more than five SMS an hour to one number', async () => {
  const PhoneNumber = aNumber();
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) codes.push(await signUp(aDevice(), aRegistration({ PhoneNumber })));
  expect(codes).toEqual(SIX_TIMES);
  expect(await smsTo(PhoneNumber)).toBe(5);
  w.pass(60 * MINUTE_MS);
  expect(await signUp(aDevice(), aRegistration({ PhoneNumber }))).toBe('Success');
});

test('a user who replaces the phone repeatedly gets no more than five SMS an hour', async () => {
  const session = await aSession();
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const number = aNumber();
    const asked = await asksFor(session, number, i === 0 ? addPhone : changePhone);
    codes.push(asked === 'Success' ? await validates(session, number, await lastCode(w, dialled(number))) : asked);
  }
  expect(codes).toEqual(SIX_TIMES);
});

test('many accounts send no more than five SMS an hour to another person’s phone', async () => {
  const number = aNumber();
  const codes: string[] = [];
  for (let i = 0; i < 6; i += 1) codes.push(await asksFor(await aSession(), number));
  expect(codes).toEqual(SIX_TIMES);
  expect(await smsTo(number)).toBe(5);
});

test('a code sent to one phone does not verify another one', async () => {
  const session = await aSession();
  const [own, somebodyElses] = [aNumber(), aNumber()];
  expect(await asksFor(session, own)).toBe('Success');
  const code = await lastCode(w, dialled(own));
  expect(await asksFor(session, somebodyElses)).toBe('otp_resend_too_soon');
  expect(await validates(session, somebodyElses, code)).toBe('otp_expired');
  expect(await validates(session, own, code)).toBe('Success');
});

test('a code for a user who only entered an address cannot reset the password of the user who then verified it', async () => {
  const [thief, owner] = [aDevice(), aDevice()];
  const Email = `${crypto.randomUUID()}@example.com`;
  const typed = aRegistration({ Email });
  expect(await signUp(thief, typed)).toBe('Success');
  const ask = () => call(w, thief, forgotPassword, { body: { Email, NotificationMethod: 'SMS' } });
  expect((await ask()).code).toBe('Success');
  const Otp = await lastCode(w, dialled(typed.PhoneNumber));
  expect(await signUp(owner, aRegistration({ Email, NotificationMethod: 'Email' }))).toBe('Success');
  const give = () => call(w, thief, confirmForgotPassword, { body: { Email, Otp } });
  expect((await give()).code).toBe('invalid_otp');
  // A second request does not make the code valid for the new user.
  expect((await ask()).code).toBe('otp_resend_too_soon');
  expect((await give()).code).toBe('invalid_otp');
});

test('a stolen phone’s codes are useless once the person has another phone', async () => {
  const [thief, device] = [aDevice(), aDevice()];
  const [stolen, next] = [aNumber(), aNumber()];
  const { username } = await aUser(w, { phone: { code: '+60', number: stolen } });
  const { accessToken } = await signIn(w, device, username);
  const Email = `${username}@example.com`;
  const ask = () => call(w, thief, forgotPassword, { body: { Email, NotificationMethod: 'SMS' } });
  const confirm = (Otp: string) => call(w, thief, confirmForgotPassword, { body: { Email, Otp } });
  await ask();
  const { resetToken } = (await confirm(await lastCode(w, dialled(stolen)))).data as { resetToken: string };
  await ask();
  const Otp = await lastCode(w, dialled(stolen));
  const session = { device, authorization: `Bearer ${accessToken}` };
  expect(await asksFor(session, next, changePhone)).toBe('Success');
  expect(await validates(session, next, await lastCode(w, dialled(next)))).toBe('Success');
  const body = { resetToken, Password: 'Thiefs-horse-10', ConfirmPassword: 'Thiefs-horse-10' };
  expect((await call(w, thief, resetPassword, { body })).code).toBe('reset_expired');
  expect((await confirm(Otp)).code).toBe('otp_expired');
});
