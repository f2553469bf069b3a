import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { outboxMessageSchema, DEVICE_HEADER, tokenErrorSchema, tokenReplySchema } from '#contract/identity.ts';
import type { BodyOf, ReplyOf, Route } from '#contract/route.ts';
import { API_BASE, CLIENT_ID } from '#server/platform/config.ts';

/** A signed-in person of the demo, outside the server: everything it does goes through the same door as a browser's calls. */
export type Visitor = {
  call<R extends Route>(
    route: R,
    input: { params?: Record<string, string>; query?: string; body?: BodyOf<R> },
  ): Promise<ReplyOf<R>>;
};

/** An answer that wasn't a success. */
export class Answered extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const SCOPE = 'openid profile email offline_access';
const envelope = z.object({ code: z.string(), data: z.optional(z.unknown()) });
const outbox = z.object({ data: z.array(outboxMessageSchema) });

/** Signs in as a person would: password, then the code that was sent, trusting the device; again whenever a token ended. */
export function createVisitor(baseUrl: string, username: string, password: string): Visitor {
  const device = randomUUID();
  const cookies = new Map<string, string>();
  let accessToken: string | undefined;

  const askForToken = async (fields: Record<string, string>) => {
    const response = await fetch(`${baseUrl}/connect/token`, {
      method: 'POST',
      headers: { [DEVICE_HEADER]: device, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: new URLSearchParams({ grant_type: 'password', client_id: CLIENT_ID, scope: SCOPE, username, ...fields }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    return response;
  };

  const signIn = async (): Promise<string> => {
    const askedAt = Date.now();
    let response = await askForToken({ password });
    if (!response.ok) {
      const refusal = tokenErrorSchema.parse(await response.json());
      if (refusal.error !== 'sent-otp') throw new Answered(response.status, refusal.error);
      const otp = await readCode(baseUrl, username, askedAt);
      response = await askForToken({ action: 'validate_otp', otp, trusted: 'true' });
    }
    if (!response.ok) throw new Answered(response.status, tokenErrorSchema.parse(await response.json()).error);
    return tokenReplySchema.parse(await response.json()).access_token;
  };

  const send = async (route: Route, url: string, body: unknown): Promise<Response> => {
    accessToken ??= await signIn();
    const headers: Record<string, string> = { authorization: `Bearer ${accessToken}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (route.idempotent) headers['idempotency-key'] = randomUUID();
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

const CODE_TRIES = 20;

/** Reads the code where a person of the demo reads it: in the development outbox. */
async function readCode(baseUrl: string, username: string, askedAt: number): Promise<string> {
  for (let i = 0; i < CODE_TRIES; i += 1) {
    const response = await fetch(`${baseUrl}${API_BASE}/development/outbox`);
    const { data } = outbox.parse(await response.json());
    const mail = data.find(
      (message) => message.recipient.startsWith(`${username}@`) && Date.parse(message.createdAt) >= askedAt - 2_000,
    );
    const code = mail && /\b\d{6}\b/.exec(`${mail.subject} ${mail.body}`)?.[0];
    if (code) return code;
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
  }
  throw new Answered(408, 'no_code');
}
