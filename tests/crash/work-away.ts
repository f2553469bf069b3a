import { setTimeout as pause } from 'node:timers/promises';
import { uploadImage } from '#contract/auction/image.ts';
import { confirmRegistration, register } from '#contract/identity/own-account.ts';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config/config.ts';
import type { Chance } from '#testing/world/chance.ts';
import { findMailedCode } from '#testing/readers/read-outbox.ts';
import { aPng } from '#testing/builders/image-builders.ts';
import type { Play } from './bid-away.ts';
import type { Site } from './site.ts';
import type { Stage } from './stage.ts';

/** Counts the acts of users other than bidding, and the failures of each act. */
export type Uses = {
  signedUp: number;
  signedIn: number;
  uploaded: number;
  read: number;
  failed: Record<string, number>;
};

type User = {
  readonly baseUrl: string;
  readonly site: Site;
  readonly stage: Stage;
  readonly chance: Chance;
  readonly uses: Uses;
};

const PASSWORD = 'Correct-horse-9';
const PATIENCE_MS = 15_000;
const LISTS = ['/user/auctions', '/user/holdings', '/notices', '/profile', '/user/accounts'];

/**
 * Lets users sign up, sign in with a one-time code, upload images, and read images and lists, until the run is over.
 * Each call goes to any server.
 */
export async function workAway(play: Play, about: Omit<User, 'baseUrl' | 'uses'>): Promise<Uses> {
  const uses: Uses = { signedUp: 0, signedIn: 0, uploaded: 0, read: 0, failed: {} };
  for (let at = 0; !play.isOver(); at += 1) {
    const baseUrl = about.chance.pick(play.servers());
    if (baseUrl !== undefined) {
      const user = { ...about, baseUrl, uses };
      await Promise.all([signUpAndIn(user, `newcomer-${at}`), upload(user), readLists(user)]);
    }
    await pause(200);
  }
  return uses;
}

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Returns the answer, even a wrong one. A wrong answer is recorded as a failure of the act and ends the act. */
async function send(
  { baseUrl, uses }: User,
  what: string,
  path: string,
  init: RequestInit,
  expected = 200,
): Promise<Answer> {
  const answer = await fetch(baseUrl + path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (reply) => ({ status: reply.status, text: await reply.text() }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
  if (answer.status === expected) return { status: answer.status, body: asJson(answer.text) };
  const why = `${what}: ${answer.status} ${answer.text.slice(0, 120)}`;
  uses.failed[why] = (uses.failed[why] ?? 0) + 1;
  throw new Interrupted();
}

class Interrupted extends Error {}
const unlessInterrupted = async (work: Promise<void>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof Interrupted)) throw error;
  });
};

function asJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const json = (device: string, body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', [DEVICE_HEADER]: device },
  body: JSON.stringify(body),
});
const form = (device: string, pairs: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', [DEVICE_HEADER]: device },
  body: new URLSearchParams({ client_id: CLIENT_ID, grant_type: 'password', ...pairs }),
});

const signUpAndIn = (user: User, username: string): Promise<void> => unlessInterrupted(signUp(user, username));

/**
 * Signs a user up. Each call may reach another process, so a process must accept a one-time code that another process
 * sent.
 */
async function signUp(user: User, username: string): Promise<void> {
  const Email = `${username}@example.test`;
  const wish = {
    Username: username,
    Email,
    Password: PASSWORD,
    ConfirmPassword: PASSWORD,
    NotificationMethod: 'Email',
  };
  const phone = { PhoneCode: '+60', PhoneNumber: `12${String(1_000_000 + user.chance.below(8_999_999))}` };
  const asked = await send(user, 'sign up', register.path, json(username, { ...wish, ...phone }));
  const { userRegisterId } = asked.body['data'] as { userRegisterId: string };
  const Otp = await lastCode(user.site, Email);
  await send(user, 'confirm', confirmRegistration.path, json(username, { userRegisterId, Otp }));
  user.uses.signedUp += 1;
  const device = `${username} elsewhere`;
  const password = { username, password: PASSWORD, scope: 'openid profile email offline_access' };
  await send(user, 'password', '/connect/token', form(device, password), 400);
  const otp = await lastCode(user.site, Email);
  const code = { action: 'validate_otp', username, otp, trusted: 'false' };
  const { body } = await send(user, 'code', '/connect/token', form(device, code));
  const headers = { authorization: `Bearer ${String(body['access_token'])}` };
  await send(user, 'profile', `${API_BASE}/profile`, { headers });
  user.uses.signedIn += 1;
}

async function lastCode(site: Site, recipient: string): Promise<string> {
  return (await site.withDatabase(({ db }) => findMailedCode(db, recipient))) ?? '';
}

const upload = (user: User): Promise<void> => unlessInterrupted(uploadOne(user));

/**
 * Uploads an image for an auction that has not started. Reads it back, about half of the time through another process.
 */
async function uploadOne(user: User): Promise<void> {
  const { admin, auctions } = user.stage;
  const body = new FormData();
  body.set('File', new File([new Uint8Array(await aPng())], 'x.png'));
  body.set('Type', 'AuctionDetail');
  const headers = { authorization: `Bearer ${admin.token}` };
  const path = API_BASE + uploadImage.path.replace('{id}', auctions.at(-1)?.auctionId ?? '');
  const { body: reply } = await send(user, 'upload', path, { method: 'POST', headers, body });
  const { url } = reply['data'] as { url: string };
  user.uses.uploaded += 1;
  const { pathname, search } = new URL(url, user.baseUrl);
  await send(user, 'picture', pathname + search, {});
}

async function readLists(user: User): Promise<void> {
  const { token, address } = user.chance.pick(user.stage.bidders) ?? user.stage.admin;
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  for (const path of LISTS)
    await unlessInterrupted(send(user, 'read', API_BASE + path, { headers }).then(() => void (user.uses.read += 1)));
}
