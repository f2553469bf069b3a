import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resendLoginOtp } from '#contract/identity/identity.ts';
import { confirmRegistration, register, resendRegistrationCode } from '#contract/identity/own-account.ts';
import {
  aDevice,
  aUser,
  call,
  callAs,
  giveCode,
  givePassword,
  identityWorld,
  lastCode,
  lastMessage,
  PASSWORD,
  tokensOf,
  type Device,
  type World,
} from '#testing/world/identity-world.ts';
import { createTemplate, updateTemplate } from '#server/template/save-template.ts';
import { aTemplate, inEnglish } from '#testing/builders/template-builders.ts';

const MINUTE_MS = 60_000;
let world: World;
beforeAll(async () => void (world = await identityWorld()));
afterAll(() => world.close());
let device: Device;
let made = 0;
beforeEach(() => {
  device = aDevice();
  made += 1;
});

const aRegistration = (changes: object = {}) => ({
  Username: `newcomer-${made}`,
  Email: `newcomer-${made}@example.com`,
  Password: PASSWORD,
  ConfirmPassword: PASSWORD,
  PhoneCode: '+60',
  PhoneNumber: `12 345 ${6000 + made}`,
  NotificationMethod: 'Email',
  ...changes,
});
const ask = (changes: object = {}) => call(world, device, register, { body: aRegistration(changes) });
const idOf = ({ data }: { data: unknown }): string => (data as { userRegisterId: string }).userRegisterId;
const confirm = (userRegisterId: string, Otp: string, from = device) =>
  call(world, from, confirmRegistration, { body: { userRegisterId, Otp } });
const under = (userRegisterId: string, Otp: string, Username: string) =>
  call(world, device, confirmRegistration, { body: { userRegisterId, Otp, Username } });

describe('signing up', () => {
  it('by email, the code creates the user, who is signed in without another one', async () => {
    const { Username, Email } = aRegistration();
    const asked = await ask();
    expect(asked.data).toMatchObject({ notification_method: 'email', resend_after_seconds: 60 });
    expect((await givePassword(world, device, Username)).body.error).toBe('invalid_username_or_password');
    const confirmed = await confirm(idOf(asked), await lastCode(world, Email));
    expect(confirmed).toMatchObject({ code: 'Success', data: { username: Username } });
    const { Otp: otp } = confirmed.data as { Otp: string };
    const signedIn = await giveCode(world, device, { username: Username, otp });
    expect(await callAs(world, tokensOf(signedIn).accessToken)).toBe(200);
    expect((await giveCode(world, device, { username: Username, otp })).body.error).toBe('otp_expired');
  });

  it('by SMS, the code goes to the phone in international format, and verifies it', async () => {
    const { Username } = aRegistration();
    const asked = await ask({ NotificationMethod: 'SMS', PhoneNumber: `012 345 7${made}00` });
    expect(asked.data).toMatchObject({ notification_method: 'sms' });
    await confirm(idOf(asked), await lastCode(world, `+6012345`));
    expect((await givePassword(world, aDevice(), Username)).body.error).toBe('sent-otp');
    const user = await world.database.db
      .selectFrom('app_user')
      .selectAll()
      .where('username', '=', Username)
      .executeTakeFirstOrThrow();
    expect([user.phone_proven_at !== null, user.email_proven_at]).toEqual([true, null]);
  });

  it('stores the policies that were accepted during it, in their version of that moment', async () => {
    const { db } = world.database;
    const admin = await aUser(world, { role: 'Admin' });
    const wish = aTemplate({ templateType: 'TermsAndConditions' });
    const { id } = await createTemplate(db, admin.id, wish);
    const of = (version: number) => ({ acceptedTemplates: [{ templateId: id, version }] });
    expect((await ask(of(2))).code).toBe('template_not_in_force');
    const asked = await ask(of(1));
    world.pass(MINUTE_MS);
    const changed = { ...wish, contents: inEnglish('<p>Second</p>') };
    await updateTemplate(db, { id, userId: admin.id }, { ...changed, version: 1 });
    const { Username, Email } = aRegistration();
    expect((await confirm(idOf(asked), await lastCode(world, Email))).code).toBe('Success');
    const accepted = await db
      .selectFrom('template_acceptance')
      .innerJoin('app_user', 'app_user.id', 'user_id')
      .where('username', '=', Username)
      .select(['template_id', 'version'])
      .execute();
    expect(accepted).toEqual([{ template_id: id, version: 1 }]);
  });

  it('sends another code after 60 seconds', async () => {
    const asked = await ask();
    const again = () => call(world, device, resendRegistrationCode, { body: { userRegisterId: idOf(asked) } });
    expect((await again()).code).toBe('otp_resend_too_soon');
    world.pass(MINUTE_MS);
    expect((await again()).data).toMatchObject({ notification_method: 'email', resend_after_seconds: 60 });
    expect((await confirm(idOf(asked), await lastCode(world, aRegistration().Email))).code).toBe('Success');
  });

  it('needs no second code when the person goes back to correct something', async () => {
    const first = await ask();
    const Username = `mended-${made}`;
    const second = await ask({ Username });
    expect(second.code).toBe('Success');
    const code = await lastCode(world, aRegistration().Email);
    expect((await confirm(idOf(first), code)).code).toBe('otp_expired');
    expect((await confirm(idOf(second), code)).data).toMatchObject({ username: Username });
  });
});

describe('rejects', () => {
  it.each([
    [{ Username: 'a b' }, 'Username', 'username_characters'],
    [{ Username: '' }, 'Username', 'username_required'],
    [{ Email: 'no address' }, 'Email', 'invalid_email_format'],
    [{ Password: 'short', ConfirmPassword: 'short' }, 'Password', 'password_requirements'],
    [{ Password: 'Qwerty123456!', ConfirmPassword: 'Qwerty123456!' }, 'Password', 'password_guessable'],
    [
      { Username: 'jackson_lee', Password: 'Jackson_lee1!A', ConfirmPassword: 'Jackson_lee1!A' },
      'Password',
      'password_guessable',
    ],
    [
      { Username: 'newcomer', Password: 'Newcomer-TNBX-2026', ConfirmPassword: 'Newcomer-TNBX-2026' },
      'Password',
      'password_guessable',
    ],
    [
      { Username: 'newcomer', Password: 'Newcomer@Tnbx2026', ConfirmPassword: 'Newcomer@Tnbx2026' },
      'Password',
      'password_guessable',
    ],
    [
      { Username: 'newcomer', Password: 'newcomer.TNBX.99', ConfirmPassword: 'newcomer.TNBX.99' },
      'Password',
      'password_guessable',
    ],
    [
      { Username: 'newcomer', Password: 'N3wc0mer-Gr33nl0t-1', ConfirmPassword: 'N3wc0mer-Gr33nl0t-1' },
      'Password',
      'password_guessable',
    ],
    [
      { Username: 'newcomer', Password: 'Greenlot-Demo-1', ConfirmPassword: 'Greenlot-Demo-1' },
      'Password',
      'password_guessable',
    ],
    [{ ConfirmPassword: 'Different-1-x' }, 'ConfirmPassword', 'password_does_not_match'],
    [{ PhoneNumber: '12-34' }, 'PhoneNumber', 'phone_number_incorrect'],
    [{ PhoneNumber: '123' }, 'PhoneNumber', 'phone_number_length'],
    [{ PhoneCode: '+999' }, 'PhoneCode', 'phone_code_unknown'],
  ])('%j beside its field', async (changes, field, code) => {
    const refused = await ask(changes);
    expect(refused).toMatchObject({ status: 422, code, fields: { [field]: { code } } });
  });

  it('a taken username, in any case, only after the right code; another name then accepts the same code', async () => {
    const { username } = await aUser(world);
    const asked = await ask({ Username: username.toUpperCase() });
    expect(asked.code).toBe('Success');
    const code = await lastCode(world, aRegistration().Email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await confirm(idOf(asked), wrong)).code).toBe('invalid_otp');
    const fields = { Username: { code: 'username_taken' } };
    expect(await confirm(idOf(asked), code)).toMatchObject({ status: 409, code: 'username_taken', fields });
    expect(await under(idOf(asked), code, 'a b')).toMatchObject({ status: 422, code: 'username_characters' });
    world.pass(4 * MINUTE_MS);
    expect((await under(idOf(asked), code, username)).code).toBe('username_taken');
    world.pass(4 * MINUTE_MS);
    const Username = `other-${made}`;
    expect(await under(idOf(asked), code, Username)).toMatchObject({ code: 'Success', data: { username: Username } });
  });

  it('a mailbox that has an account, by an email to its owner only', async () => {
    const { username } = await aUser(world);
    const Email = `${username}@example.com`;
    const asked = await ask({ Email: Email.toUpperCase() });
    expect(asked.code).toBe('Success');
    expect(await lastMessage(world, Email)).toContain(`your username is ${username}`);
    expect((await confirm(idOf(asked), '123456')).code).toBe('invalid_otp');
    world.pass(MINUTE_MS);
    const again = await call(world, device, resendRegistrationCode, { body: { userRegisterId: idOf(asked) } });
    expect(again.code).toBe('Success');
    await expect(lastCode(world, Email)).rejects.toThrow('no code was sent');
  });

  it('the second of two parallel requests for one username', async () => {
    const [one, other] = [await ask(), await ask({ Email: `twin-${made}@example.com` })];
    const codes = [await lastCode(world, aRegistration().Email), await lastCode(world, `twin-${made}@`)];
    const confirmed = await Promise.all([confirm(idOf(one), codes[0] ?? ''), confirm(idOf(other), codes[1] ?? '')]);
    expect(confirmed.map(({ code }) => code).toSorted()).toEqual(['Success', 'username_taken']);
  });

  it('a code from another device, a wrong one, one too many, and one without a sign-up', async () => {
    const asked = await ask();
    const code = await lastCode(world, aRegistration().Email);
    expect((await confirm(idOf(asked), code, aDevice())).code).toBe('otp_expired');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 4; i += 1) expect((await confirm(idOf(asked), wrong)).code).toBe('invalid_otp');
    expect((await confirm(idOf(asked), wrong)).code).toBe('otp_reached_max_attempts');
    expect((await confirm(idOf(asked), code)).code).toBe('otp_reached_max_attempts');
    expect((await confirm(crypto.randomUUID(), code)).code).toBe('otp_expired');
  });

  it('nobody who verifies an address that another person only entered', async () => {
    const { Email } = aRegistration();
    const bySms = { Username: `squatter-${made}`, NotificationMethod: 'SMS', PhoneNumber: `12 999 8${100 + made}` };
    const squatting = await ask(bySms);
    await confirm(idOf(squatting), await lastCode(world, '+60129998'));
    device = aDevice();
    const second = await ask({ NotificationMethod: 'SMS' });
    const phone = `+6012345${6000 + made}`;
    expect((await confirm(idOf(second), await lastCode(world, phone))).code).toBe('email_taken');
    const asked = await ask();
    expect((await confirm(idOf(asked), await lastCode(world, Email))).code).toBe('Success');
    device = aDevice();
    world.pass(MINUTE_MS);
    expect((await ask({ Username: `third-${made}` })).code).toBe('Success');
    expect(await lastMessage(world, Email)).toContain('You already have an account');
    // The person who had typed the address without verifying it still signs in by phone.
    const rival = aDevice();
    expect((await givePassword(world, rival, bySms.Username)).body.error).toBe('sent-otp');
    world.pass(MINUTE_MS);
    const body = { username: bySms.Username, NotificationMethod: 'SMS' };
    expect((await call(world, rival, resendLoginOtp, { body })).code).toBe('Success');
    const otp = await lastCode(world, '+60129998');
    expect((await giveCode(world, rival, { username: bySms.Username, otp })).status).toBe(200);
  });

  it('a sixth code within an hour to one address, under any usernames', async () => {
    const Email = `flooded-${made}@example.com`;
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      device = aDevice();
      codes.push((await ask({ Username: `flood-${made}-${i}`, Email })).code);
      world.pass(MINUTE_MS);
    }
    expect(codes).toEqual([...Array<string>(5).fill('Success'), 'otp_resend_too_soon']);
  });

  it('a form on a foreign page, which can send no device header', async () => {
    device = aDevice({ fingerprint: '' });
    expect((await ask()).code).toBe('device_fingerprint_required');
  });

  it('the confirmation an hour later', async () => {
    const asked = await ask();
    world.pass(60 * MINUTE_MS);
    expect((await confirm(idOf(asked), await lastCode(world, aRegistration().Email))).code).toBe('otp_expired');
  });
});

it('variant GLOBAL has no sign-up', async () => {
  const global = await identityWorld({ VARIANT: 'GLOBAL' });
  const refused = await call(global, aDevice(), register, { body: aRegistration() });
  expect(refused).toMatchObject({ status: 404, code: 'feature_disabled' });
  await global.close();
});
