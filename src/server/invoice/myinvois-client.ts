import * as z from 'zod';

const TIMEOUT_MS = 15_000;
/** Seconds before its end at which a token is no longer used. */
const TOKEN_SPARE_SECONDS = 60;

export type MyInvoisSettings = {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs?: number;
};

/** The authority did not answer as its description says, so nothing is known. */
export class AuthoritySilent extends Error {}
/** The authority refused to sign us in, so it certainly did nothing. */
export class AuthorityClosed extends Error {}

export type MyInvoisReply = { readonly status: number; readonly body: unknown };

type Request = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The taxpayer for whom we ask; null for ourselves. */
  readonly taxNumber: string | null;
  readonly body?: object;
};

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** Creates a client for the API of MyInvois at this address. It signs in once for each taxpayer, until the token ends. */
export function createMyInvoisClient({ url, clientId, clientSecret, timeoutMs = TIMEOUT_MS }: MyInvoisSettings) {
  const base = url.replace(/\/$/, '');
  const tokens = new Map<string, { readonly token: string; readonly untilMs: number }>();
  const fetchJson = async (path: string, init: RequestInit): Promise<MyInvoisReply> => {
    try {
      // A redirect would send the document and the token to an address that was not configured.
      const signal = AbortSignal.timeout(timeoutMs);
      const reply = await fetch(`${base}${path}`, { ...init, signal, redirect: 'error' });
      const text = await reply.text();
      return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    } catch (error) {
      throw new AuthoritySilent(`no answer: ${error instanceof Error ? error.name : 'unknown'}`);
    }
  };
  const signIn = async (taxNumber: string | null): Promise<string> => {
    const key = taxNumber ?? '';
    const kept = tokens.get(key);
    if (kept && kept.untilMs > performance.now()) return kept.token;
    const reply = await fetchJson('/connect/token', {
      method: 'POST',
      headers: taxNumber === null ? {} : { onbehalfof: taxNumber },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        scope: 'InvoicingAPI',
      }),
    });
    const found = tokenReply.safeParse(reply.body);
    if (reply.status !== 200 || !found.success) throw new AuthorityClosed(`sign-in: ${textOfError(reply)}`);
    const { access_token: token, expires_in: seconds } = found.data;
    tokens.set(key, { token, untilMs: performance.now() + (seconds - TOKEN_SPARE_SECONDS) * 1_000 });
    return token;
  };
  return async ({ method, path, taxNumber, body }: Request): Promise<MyInvoisReply> => {
    const token = await signIn(taxNumber);
    const reply = await fetchJson(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply.status === 401) tokens.delete(taxNumber ?? '');
    return reply;
  };
}

const DETAIL_MAX = 500;

/** Returns the text of an error of the authority, with its status. */
export function textOfError({ status, body }: MyInvoisReply): string {
  const found = JSON.stringify(body) ?? '';
  return `status ${status}${found === 'null' ? '' : `: ${found}`}`.slice(0, DETAIL_MAX);
}
