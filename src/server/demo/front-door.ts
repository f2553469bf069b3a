import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { DEVICE_HEADER, outboxMessageSchema, tokenErrorSchema, tokenReplySchema } from '#contract/identity/identity.ts';
import { giveInteractionPassword } from '#contract/identity/interaction.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config/config.ts';

/** The error for a reply whose status is not a success. */
export class Answered extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

type Person = { readonly username: string; readonly password: string };

const SCOPE = 'openid profile email offline_access';
const outbox = z.object({ data: z.array(outboxMessageSchema) });
const refusal = z.object({ code: z.string() });
const step = z.object({ data: giveInteractionPassword.reply });
const environment = z.object({ variant: z.string(), issuer: z.string() });

/**
 * Returns a function that does the sign-in of a demo person, with the same requests as a browser, in either variant. It
 * sends the password, then the one-time code, and trusts the device. It returns the access token.
 */
export function createSignIn(baseUrl: string, person: Person): () => Promise<string> {
  const send = createBrowser(baseUrl);
  return async () => {
    const { variant, issuer } = environment.parse(await (await send('/env')).json());
    const askedAt = Date.now();
    const readOtp = () => readCode(baseUrl, person.username, askedAt);
    return variant === 'GLOBAL' ? byCode(send, issuer, person, readOtp) : byPassword(send, person, readOtp);
  };
}

type Send = (path: string, init?: { form?: Record<string, string>; json?: object }) => Promise<Response>;

/** Returns a function that sends requests like a browser: with cookies and with a device fingerprint. */
function createBrowser(baseUrl: string): Send {
  const device = randomUUID();
  const cookies = new Map<string, string>();
  return async (path, { form, json } = {}) => {
    const response = await fetch(baseUrl + path, {
      method: form || json ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        [DEVICE_HEADER]: device,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(form && { body: new URLSearchParams({ client_id: CLIENT_ID, ...form }) }),
      ...(json && { body: JSON.stringify(json) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  };
}

/** Signs in with the password grant of variant TNBX, in two steps. */
async function byPassword(send: Send, { username, password }: Person, readOtp: () => Promise<string>): Promise<string> {
  const ask = (fields: Record<string, string>) =>
    send('/connect/token', { form: { grant_type: 'password', scope: SCOPE, username, ...fields } });
  const first = await ask({ password });
  if (first.ok) return accessTokenOf(first);
  const { error } = tokenErrorSchema.parse(await first.json());
  if (error !== 'sent-otp') throw new Answered(first.status, error);
  return accessTokenOf(await ask({ action: 'validate_otp', otp: await readOtp(), trusted: 'true' }));
}

/** Signs in with the authorization code flow of variant GLOBAL, through the hosted page. */
async function byCode(send: Send, issuer: string, person: Person, readOtp: () => Promise<string>): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${issuer}/callback`;
  const request = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    scope: SCOPE,
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const goTo = async (path: string): Promise<URL> =>
    new URL((await send(path)).headers.get('location') ?? '/nowhere', issuer);
  let at = await goTo(`/connect/authorize?${request.toString()}`);
  // A browser with a valid session is redirected back immediately.
  if (at.pathname !== '/callback') at = await goTo(pathOf(await passHostedPage(send, at.pathname, person, readOtp)));
  const code = at.searchParams.get('code');
  if (!code) throw new Answered(400, at.searchParams.get('error') ?? 'no_code');
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return accessTokenOf(await send('/connect/token', { form }));
}

/** Completes both steps of the hosted page. Returns the address to which the page redirects back. */
async function passHostedPage(
  send: Send,
  path: string,
  { username, password }: Person,
  readOtp: () => Promise<string>,
): Promise<string> {
  const call = async (end: string, json: object) => {
    const response = await send(path + end, { json });
    const body: unknown = await response.json();
    if (!response.ok) throw new Answered(response.status, refusal.parse(body).code);
    return step.parse(body).data;
  };
  let next = await call('/password', { username, password });
  if (next.next === 'code') next = await call('/code', { username, otp: await readOtp(), trusted: true });
  if (next.next !== 'done') throw new Answered(400, 'sent-otp');
  return next.redirectTo;
}

const pathOf = (address: string): string => new URL(address).pathname;

async function accessTokenOf(response: Response): Promise<string> {
  const body: unknown = await response.json();
  if (!response.ok) throw new Answered(response.status, tokenErrorSchema.parse(body).error);
  return tokenReplySchema.parse(body).access_token;
}

const CODE_TRIES = 20;

/** Reads the one-time code from the development outbox, as a person in the demo would. */
async function readCode(baseUrl: string, username: string, askedAt: number): Promise<string> {
  for (let i = 0; i < CODE_TRIES; i += 1) {
    const response = await fetch(`${baseUrl}${API_BASE}/development/outbox`);
    const { data } = outbox.parse(await response.json());
    const mail = data.find(
      (message) => message.recipient.startsWith(`${username}@`) && Date.parse(message.createdAt) >= askedAt - 2_000,
    );
    const code = mail && /\b\d{6}\b/.exec(`${mail.subject} ${mail.body}`)?.[0];
    if (code) return code;
    await pause(250);
  }
  throw new Answered(408, 'no_code');
}

/** A signed-in person of the demo. All its calls go through the same API as a browser's calls. */
export type Visitor = {
  call<R extends Route>(
    route: R,
    input: { params?: Record<string, string>; query?: string; body?: BodyOf<R> },
  ): Promise<ReplyOf<R>>;
};

const envelope = z.object({ code: z.string(), data: z.optional(z.unknown()) });

/** Returns a visitor that signs in at its first call, and again when its token has expired. */
export function createVisitor(baseUrl: string, username: string, password: string): Visitor {
  const signIn = createSignIn(baseUrl, { username, password });
  let accessToken: string | undefined;

  const send = async (route: Route, url: string, body: unknown): Promise<Response> => {
    accessToken ??= await signIn();
    const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (route.idempotencyKey) headers['idempotency-key'] = randomUUID();
    return fetch(url, { method: route.method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  };

  return {
    async call(route, { params = {}, query = '', body }) {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const url = `${baseUrl}${API_BASE}${path}${query}`;
      let response = await send(route, url, body);
      if (response.status === 401) {
        accessToken = undefined;
        response = await send(route, url, body);
      }
      const answer = envelope.parse(await response.json());
      if (!response.ok) throw new Answered(response.status, answer.code);
      return z.parse(route.reply, answer.data) as ReplyOf<typeof route>;
    },
  };
}
