import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { confirmRegistration, register } from '#contract/identity/own-account.ts';
import { updateNoticeSettings } from '#contract/notice.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config/config.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { until, type Site } from './site.ts';

const PASSWORD = 'Correct-horse-9';

type Reply = { readonly status: number; readonly body: Record<string, unknown> };

async function ask({ port }: Site, path: string, init: RequestInit = {}): Promise<Reply> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
  const text = await reply.text();
  // nginx's own errors are no JSON.
  if (!text.startsWith('{')) throw new Error(`${reply.status} ${text.slice(0, 200)}`);
  return { status: reply.status, body: JSON.parse(text) as Record<string, unknown> };
}

/** Signs a new person up and in, with one-time codes from real emails. Returns the access token. */
export async function signIn(site: Site, mails: readonly string[]): Promise<string> {
  const device = { [DEVICE_HEADER]: 'deployment test' };
  const post = (path: string, body: object) =>
    ask(site, path, {
      method: 'POST',
      headers: { ...device, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const grant = (pairs: Record<string, string>) =>
    ask(site, '/connect/token', {
      method: 'POST',
      headers: device,
      body: new URLSearchParams({ client_id: CLIENT_ID, grant_type: 'password', ...pairs }),
    });
  const codeAfter = async (count: number): Promise<string> => {
    await until('an email arrives', () => mails.length > count);
    const code = /(?<![\w-])\d{6}(?![\w-])/.exec(readMail(mails.at(-1) ?? '').body)?.[0];
    if (code === undefined) throw new Error('the email has no code');
    return code;
  };
  const username = 'deployment';
  const wish = { Username: username, Email: 'deployment@example.com', Password: PASSWORD, ConfirmPassword: PASSWORD };
  const phone = { PhoneCode: '+60', PhoneNumber: '123456789', NotificationMethod: 'Email' };
  const asked = await post(register.path, { ...wish, ...phone });
  const { userRegisterId } = expectStatus(asked, 200).body['data'] as { userRegisterId: string };
  expectStatus(await post(confirmRegistration.path, { userRegisterId, Otp: await codeAfter(0) }), 200);
  const before = mails.length;
  expectStatus(await grant({ username, password: PASSWORD, scope: 'openid profile email offline_access' }), 400);
  const otp = await codeAfter(before);
  const { body } = expectStatus(await grant({ action: 'validate_otp', username, otp, trusted: 'false' }), 200);
  return String(body['access_token']);
}

function expectStatus(reply: Reply, status: number): Reply {
  if (reply.status !== status) throw new Error(`expected ${status}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Sends reads and repeatable writes until `isOver`. Returns the number of replies, the slowest, and all failures. */
async function sendRequests(site: Site, token: string, isOver: () => boolean) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const result = { count: 0, slowestMs: 0, failures: [] as string[] };
  const send = async (): Promise<void> => {
    for (let at = 0; !isOver(); at += 1) {
      const beganAtMs = performance.now();
      const key = { 'idempotency-key': randomUUID() };
      const write = {
        method: 'PUT',
        headers: { ...headers, ...key },
        body: JSON.stringify({ choices: [], endingMinutes: [] }),
      };
      const sent =
        at % 2 === 0
          ? ask(site, `${API_BASE}/profile`, { headers })
          : ask(site, API_BASE + updateNoticeSettings.path, write);
      await sent.then(
        ({ status, body }) => status !== 200 && result.failures.push(`${status} ${JSON.stringify(body).slice(0, 200)}`),
        (error: unknown) => result.failures.push(inspect(error)),
      );
      result.count += 1;
      result.slowestMs = Math.max(result.slowestMs, performance.now() - beganAtMs);
      await pause(50);
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  return result;
}

/** Runs `act` under requests. Fails if a request fails. */
export async function underRequests(site: Site, token: string, act: () => Promise<void>): Promise<void> {
  let isOver = false;
  const sending = sendRequests(site, token, () => isOver);
  await act().finally(() => (isOver = true));
  const { count, slowestMs, failures } = await sending;
  console.log(`${count} requests, ${failures.length} failed, the slowest took ${(slowestMs / 1_000).toFixed(1)} s.`);
  if (failures.length > 0 || count === 0) throw new Error(failures.slice(0, 5).join('\n'));
}
