import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/basics/route.ts';
import { CLIENT_ID, readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createHttp, registerOperations } from '#server/platform/http/http.ts';
import { bodyOf, listMessages } from '#server/platform/mail/outbox.ts';
import { createAuthenticate } from '#server/identity/session/authenticate.ts';
import { createUser, type NewUser } from '#server/identity/sign-up/people-by-operator.ts';
import { openIdentity, type Identity } from '#server/identity/identity.ts';
import { identityOperations } from '#server/identity/own-account/account-operations.ts';
import { registerIdentity } from '#server/identity/register-identity.ts';
import { freshDatabase } from '#testing/world/database.ts';

export const PASSWORD = 'Correct-horse-9';

export type World = {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly identity: Identity;
  /**
   * Moves the clock of this whole test file forward. The OpenID library reads the clock of the machine, so that clock
   * is replaced.
   */
  pass(ms: number): void;
  close(): Promise<void>;
};

type Settings = Readonly<Record<string, string>>;
/** Prepares the server before its routes are added. */
type Prepare = (app: FastifyInstance) => Promise<void>;

/** Starts the identity service on a new database, with a clock that tests can move. */
export async function identityWorld(settings: Settings = {}, prepare?: Prepare, logger?: object): Promise<World> {
  const { database } = await freshDatabase();
  return identityWorldOn(database, settings, prepare, logger);
}

/** Starts a further server process on a database. It shares nothing but the database with other processes. */
export async function identityWorldOn(
  database: Database,
  settings: Settings = {},
  prepare?: Prepare,
  logger?: object,
): Promise<World> {
  if (Date.now !== movedNow) {
    nowMs = Date.now();
    Date.now = movedNow;
  }
  const clock = { nowMs: () => nowMs };
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://greenlot.test', ...settings });
  const identity = await openIdentity({ database, clock, config });
  const app = createHttp({ logger: logger ?? false, trustProxy: 'loopback' });
  await prepare?.(app);
  app.addHook('onRequest', async (_request, reply) => {
    moveTime(1);
    reply.header('x-server', 'greenlot');
  });
  const authenticate = createAuthenticate(identity, { takesOthers: true });
  registerOperations(app, identityOperations(config, identity.secret), { db: database.db, clock, authenticate });
  await registerIdentity(app, identity);
  await app.ready();
  return {
    app,
    database,
    identity,
    pass: moveTime,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/**
 * The time of the tests' clock. It moves by a millisecond per request, and when a test calls `pass`. It does not depend
 * on the machine's speed, because tests compare waiting times to the second.
 */
let nowMs = Date.now();
const movedNow = (): number => nowMs;
const moveTime = (ms: number): void => void (nowMs += ms);

let made = 0;

/** Creates a user who can sign in with the password `PASSWORD`. */
export async function aUser(world: World, user: Partial<NewUser> = {}): Promise<{ id: string; username: string }> {
  made += 1;
  const username = user.username ?? `user_${made}`;
  const id = await createUser(world.database.db, {
    email: `${username}@example.com`,
    password: PASSWORD,
    ...user,
    username,
  });
  return { id, username };
}

/** A browser with its fingerprint, its cookies, its headers and its network address. */
export type Device = {
  readonly fingerprint: string;
  readonly cookies: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly address?: string;
};

export function aDevice(device: Partial<Device> = {}): Device {
  made += 1;
  return { fingerprint: `device-${made}`, cookies: {}, ...device };
}

export type Answer = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: object };

/** Sends a form to the token endpoint. The device keeps the cookies of the answer. */
export async function askToken(world: World, device: Device, form: Record<string, string>): Promise<Answer> {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/connect/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(device.fingerprint && { 'x-device-fingerprint': device.fingerprint }),
      ...(device.address && { 'x-forwarded-for': device.address }),
      ...device.headers,
    },
    cookies: device.cookies,
    payload: new URLSearchParams({ client_id: CLIENT_ID, ...form }).toString(),
  });
  for (const { name, value } of reply.cookies) device.cookies[name] = value;
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

export const givePassword = (world: World, device: Device, username: string, password = PASSWORD): Promise<Answer> =>
  askToken(world, device, { grant_type: 'password', username, password, scope: 'openid profile email offline_access' });

export const giveCode = (
  world: World,
  device: Device,
  who: { username: string; otp: string; trusted?: boolean },
): Promise<Answer> =>
  askToken(world, device, {
    grant_type: 'password',
    action: 'validate_otp',
    username: who.username,
    otp: who.otp,
    trusted: String(who.trusted ?? false),
  });

/** Returns the newest one-time code that was sent to an address that starts with `recipient`. */
export async function lastCode(world: World, recipient: string): Promise<string> {
  const message = (await listMessages(world.database.db)).find((row) => row.recipient.startsWith(recipient));
  const body = message ? bodyOf(message, world.identity.secret) : '';
  const code = /(?<![\w-])\d{6}(?![\w-])/.exec(body)?.[0];
  if (!code) throw new Error(`no code was sent to ${recipient}`);
  return code;
}

type Called = { readonly status: number; readonly code: string; readonly data: unknown; readonly fields?: object };

/** Calls the identity service from this device. `code` of the result is "Success" or the code of the refusal. */
export async function call(
  world: World,
  device: Device,
  route: Route,
  input: { body?: object; query?: Record<string, string>; id?: string; authorization?: string } = {},
): Promise<Called> {
  const reply = await world.app.inject({
    method: route.method,
    url: route.path.replace('{id}', input.id ?? ''),
    headers: {
      ...(device.fingerprint && { 'x-device-fingerprint': device.fingerprint }),
      ...(device.address && { 'x-forwarded-for': device.address }),
      ...device.headers,
      ...(input.authorization && { authorization: input.authorization }),
    },
    ...(input.query && { query: input.query }),
    ...(input.body && { payload: input.body }),
  });
  return { status: reply.statusCode, ...reply.json<Omit<Called, 'status'>>() };
}

/** Returns the text of the newest message to this address; undefined if none was sent. */
export async function lastMessage(world: World, recipient: string): Promise<string | undefined> {
  const message = (await listMessages(world.database.db)).find((row) => row.recipient === recipient);
  return message && bodyOf(message, world.identity.secret);
}

export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly idToken: string };

export const tokensOf = ({ body }: Answer): Tokens => ({
  accessToken: String(body.access_token),
  refreshToken: String(body.refresh_token),
  idToken: String(body.id_token),
});

/** Returns the id of the session in an access token. */
export const sessionIn = ({ accessToken }: Pick<Tokens, 'accessToken'>): string =>
  (JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

/** Signs a user in, with password and one-time code. */
export async function signIn(world: World, device: Device, username: string, trusted = false): Promise<Tokens> {
  const first = await givePassword(world, device, username);
  if (first.status === 200) return tokensOf(first);
  const otp = await lastCode(world, username);
  const second = await giveCode(world, device, { username, otp, trusted });
  if (second.status !== 200) throw new Error(JSON.stringify(second.body));
  return tokensOf(second);
}

/** Calls the API as a signed-in user. Returns 200, or the code of the refusal. */
export async function callAs(world: World, accessToken: string): Promise<string | number> {
  const reply = await world.app.inject({
    url: '/auction-api/profile',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return reply.statusCode === 200 ? 200 : reply.json<{ code: string }>().code;
}
