import { randomUUID } from 'node:crypto';
import {
  confirmForgotPassword,
  forgotPassword,
  listTrustedDevices,
  register,
  type TrustedDevice,
} from '#contract/identity/own-account.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import type { Caller, IdentityStage, Owner, Visitor } from '#testing/permissions/identity-stage.ts';
import { authorizeRequest, openInteraction } from '#testing/world/code-flow.ts';
import { aDevice, aUser, call, givePassword, lastCode, PASSWORD, signIn } from '#testing/world/identity-world.ts';

/**
 * Texts of a call, such as ids, names and secrets. They differ between the caller's own object, another user's object
 * and a missing one.
 */
type Texts = Readonly<Record<string, string>>;
type IdentityCallContext = {
  readonly stage: IdentityStage;
  readonly owner: Owner;
  readonly by: Visitor;
  readonly who: Caller;
};
export type IdentityRow = {
  /** Set if the call is made in the variant in which users sign in on our hosted page. */
  readonly isHosted?: true;
  readonly owners?: readonly Owner[];
  /** Returns the parameter of the path. */
  readonly path?: (asked: IdentityCallContext) => Promise<string>;
  /** Returns the query. */
  readonly query?: (asked: IdentityCallContext) => Promise<Texts>;
  /** Returns the JSON body. */
  readonly body?: (asked: IdentityCallContext) => Promise<Readonly<Record<string, string | boolean>>>;
  /** Returns the form. */
  readonly form?: (asked: IdentityCallContext) => Promise<Texts>;
};

let made = 0;
const aName = (): string => `name-${(made += 1)}`;
const aNumber = (): Texts => ({ PhoneCode: '+60', PhoneNumber: `12 345 ${6_000 + (made += 1)}` });

const aRegistration = () => {
  const Username = aName();
  return {
    Username,
    Email: `${Username}@example.com`,
    Password: PASSWORD,
    ConfirmPassword: PASSWORD,
    ...aNumber(),
    NotificationMethod: 'Email',
  };
};

/**
 * Starts a registration. If the caller starts the registration, the texts contain its one-time code. If another user
 * starts the registration, the texts contain a wrong code.
 */
const registration = async ({ stage: { world }, owner, by }: IdentityCallContext): Promise<Texts> => {
  if (owner === 'missing') return { userRegisterId: randomUUID(), Otp: '000000' };
  const body = aRegistration();
  const asked = await call(world, owner === 'own' ? by.device : aDevice(), register, { body });
  const { userRegisterId } = asked.data as { userRegisterId: string };
  return { userRegisterId, Otp: owner === 'own' ? await lastCode(world, body.Email) : '000000' };
};

/**
 * Creates a user who has entered the password but not the one-time code. The password was entered at the caller's
 * device (`own`) or at another device.
 */
const betweenSteps = async ({ stage: { world }, owner, by }: IdentityCallContext): Promise<Texts> => {
  if (owner === 'missing') return { username: aName(), NotificationMethod: 'Email' };
  const { username } = await aUser(world, { username: aName() });
  await givePassword(world, owner === 'own' ? by.device : aDevice(), username);
  return { username, NotificationMethod: 'Email' };
};

const anAddress = async ({ stage: { world }, owner }: IdentityCallContext): Promise<Texts> => ({
  Email:
    owner === 'missing'
      ? `${aName()}@example.com`
      : `${(await aUser(world, { username: aName() })).username}@example.com`,
  NotificationMethod: 'Email',
});
const forgotten = async (asked: IdentityCallContext): Promise<Texts> => {
  const body = await anAddress(asked);
  const { world } = asked.stage;
  await call(world, asked.by.device, forgotPassword, { body });
  return { ...body, Otp: asked.owner === 'own' ? await lastCode(world, body['Email'] ?? '') : '000000' };
};
const newPassword = async (asked: IdentityCallContext): Promise<Texts> => {
  const passwords = { Password: 'Other-horse-10', ConfirmPassword: 'Other-horse-10' };
  if (asked.owner === 'missing') return { resetToken: randomUUID(), ...passwords };
  const body = await forgotten(asked);
  const { data } = await call(asked.stage.world, asked.by.device, confirmForgotPassword, { body });
  return { ...(data as { resetToken: string }), ...passwords };
};

/** A request with a link that is not valid: the stage has administrators, so no link is. */
const aFirstAdministrator = async () => ({
  token: randomUUID(),
  Username: aName(),
  Email: `${aName()}@example.com`,
  Password: PASSWORD,
  ConfirmPassword: PASSWORD,
});

const trustedDevice = async ({ stage: { world, visitors }, owner, by, who }: IdentityCallContext): Promise<string> => {
  if (owner === 'missing') return randomUUID();
  const of = owner === 'own' ? by : visitors[who === 'other' ? 'self' : 'other'];
  const { data } = await call(world, of.device, listTrustedDevices, of);
  return (data as TrustedDevice[] | undefined)?.[0]?.id ?? randomUUID();
};

/** Starts an interaction. The caller's browser has a cookie only if the interaction is its own. */
const interaction = async ({ stage: { hosted }, owner, by }: IdentityCallContext): Promise<string> => {
  if (owner === 'missing') return 'a'.repeat(43);
  // Cookies of earlier interactions would lead to another page.
  for (const name of Object.keys(by.device.cookies)) delete by.device.cookies[name];
  const path = await openInteraction(hosted, owner === 'own' ? by.device : aDevice(), authorizeRequest(hosted));
  return path.split('/').at(-1) ?? '';
};

const password = async ({ stage: { world }, owner }: IdentityCallContext): Promise<Texts> => {
  const username = owner === 'missing' ? aName() : (await aUser(world, { username: aName() })).username;
  return { client_id: CLIENT_ID, grant_type: 'password', username, password: 'Wrong-horse-9', scope: 'openid' };
};
/**
 * Returns a refresh token. The token is valid if the caller owns it. A token of another user was ended by a later
 * sign-in.
 */
const refresh = async ({ stage: { world }, owner, by }: IdentityCallContext): Promise<Texts> => {
  const form = { client_id: CLIENT_ID, grant_type: 'refresh_token' };
  if (owner === 'missing') return { ...form, refresh_token: 'a'.repeat(43) };
  const { username } = await aUser(world);
  const { refreshToken } = await signIn(world, owner === 'own' ? by.device : aDevice(), username);
  if (owner === 'foreign') await signIn(world, aDevice(), username);
  return { ...form, refresh_token: refreshToken };
};

const ALL = ['own', 'foreign', 'missing'] as const;
const BELOW = '/connect/interaction/{uid}';
const firstStep = async () => ({ username: 'nobody', password: 'Wrong-horse-9' });

/**
 * How every call of the identity service is sent. Each call is otherwise correct, so only the caller or the object's
 * owner can be the reason for a refusal.
 */
export const identityRows: Readonly<Record<string, IdentityRow>> = {
  'POST /api/auth/register': {
    owners: ['own', 'foreign'],
    body: async ({ stage, owner }) => ({
      ...aRegistration(),
      ...(owner === 'foreign' && { Username: stage.visitors.self.username }),
    }),
  },
  'POST /api/auth/register/confirmation': { owners: ALL, body: registration },
  'POST /api/auth/resend-registration-otp': { owners: ['own', 'missing'], body: registration },
  'POST /api/auth/resend-login-otp': { owners: ALL, body: betweenSteps },
  'GET /api/auth/notification-methods': { owners: ALL, query: betweenSteps },
  'POST /api/auth/forgot-password': { owners: ['foreign', 'missing'], body: anAddress },
  'POST /api/auth/resend-forgot-password-otp': { owners: ['foreign', 'missing'], body: forgotten },
  'POST /api/auth/forgot-password/confirmation': { owners: ALL, body: forgotten },
  'POST /api/auth/first-administrator/link': { body: async () => ({ token: randomUUID() }) },
  'POST /api/auth/first-administrator': { body: aFirstAdministrator },
  'POST /api/auth/first-administrator/confirmation': {
    body: async () => ({ ...(await aFirstAdministrator()), Otp: '000000' }),
  },
  'POST /api/auth/reset-password': { owners: ['own', 'missing'], body: newPassword },
  'POST /api/auth/change-password': {
    body: async () => ({ CurrentPassword: PASSWORD, Password: PASSWORD, ConfirmPassword: PASSWORD }),
  },
  'GET /api/profile/api-keys': {},
  'GET /api/profile': {},
  'GET /api/profile/trusted-devices': {},
  'GET /api/profile/applications': {},
  'DELETE /api/profile/applications/{clientId}': { owners: ['missing'], path: async () => 'nothing' },
  'DELETE /api/profile/trusted-devices/{id}': { owners: ALL, path: trustedDevice },
  'POST /api/profile/add-phone-number': { body: async () => ({ ...aNumber(), CurrentPassword: PASSWORD }) },
  'PUT /api/profile/phone-number': { body: async () => ({ ...aNumber(), CurrentPassword: PASSWORD }) },
  'POST /api/profile/resend-phone-number-otp': { body: async () => aNumber() },
  'POST /api/profile/validate-phone-number': { body: async () => ({ ...aNumber(), Otp: '000000' }) },
  'POST /connect/token – by password': { owners: ['foreign', 'missing'], form: password },
  'POST /connect/token – by refresh token': { owners: ALL, form: refresh },
  'POST /connect/revocation': {
    owners: ['missing'],
    form: async () => ({ client_id: CLIENT_ID, token: 'a'.repeat(43) }),
  },
  'GET /connect/authorize': { isHosted: true, query: async ({ stage }) => queryIn(authorizeRequest(stage.hosted).url) },
  'GET /connect/userinfo': {},
  'POST /connect/userinfo': {},
  'GET /connect/endsession': {},
  'GET /.well-known/openid-configuration': {},
  'GET /.well-known/openid-configuration/jwks': {},
  'GET /.well-known/oauth-authorization-server': {},
  [`GET ${BELOW}`]: { isHosted: true, owners: ALL, path: interaction },
  [`GET ${BELOW}/details`]: { isHosted: true, owners: ALL, path: interaction },
  [`POST ${BELOW}/consent`]: {
    isHosted: true,
    owners: ALL,
    path: interaction,
    body: async () => ({ isAllowed: true }),
  },
  [`POST ${BELOW}/password`]: { isHosted: true, owners: ALL, path: interaction, body: firstStep },
  [`POST ${BELOW}/code`]: {
    isHosted: true,
    owners: ALL,
    path: interaction,
    body: async () => ({ username: 'nobody', otp: '000000', trusted: false }),
  },
  [`POST ${BELOW}/resend-code`]: {
    isHosted: true,
    owners: ALL,
    path: interaction,
    body: async () => ({ username: 'nobody', NotificationMethod: 'Email' }),
  },
  // No caller has a trusted device at this point.
  'DELETE /api/profile/trusted-devices': {},
};

const queryIn = (url: string): Texts => Object.fromEntries(new URL(url, 'http://x').searchParams);
