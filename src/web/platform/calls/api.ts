import type * as z from 'zod/mini';
import { CONFIRMATION_HEADER } from '#contract/basics/confirmation.ts';
import type { Route } from '#contract/basics/route.ts';
import { CLIENT_HEADER, DEVICE_HEADER } from '#contract/identity/identity.ts';
import { ApiError, errorOfAnswer } from '#web/platform/calls/api-error.ts';
import { askToCancel } from '#web/platform/calls/cancellation.ts';
import { fetchCounting } from '#web/platform/calls/fetch-counting.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';
import { sessionStepOf } from '#web/platform/session/refusal-of-session.ts';
import { readTokens, sessionNoticeStore } from '#web/platform/session/session.ts';
import { hasNewerTokens, deviceFingerprint, exchange, refreshTokens } from '#web/platform/session/tokens.ts';

/** A member of a call's input, which may be left out if it has no required values. */
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The input of a call of `R`. Query members are optional, because the contract fills in the defaults. */
export type CallInput<R extends Route> = Part<'params', z.output<R['params']>> &
  Part<'body', z.output<R['body']>> & {
    query?: Partial<z.output<R['query']>>;
    /** The idempotency key: one for each intended change, however often it is sent (docs/rules.md#repeated-calls). */
    key?: string;
    /** Sent as the authorization in place of the session's token. */
    authorization?: string;
    /** Set for the call that replaces the session (`replaceSession`). It does not wait for its own turn. */
    hasTurn?: boolean;
    signal?: AbortSignal;
    /** Called with the share of a file that has been sent, between 0 and 1. */
    onSent?: (share: number) => void;
  };

/** A call's input without the types of its route, for the shared code. */
type Loose = Partial<Record<'params' | 'query', object>> &
  Partial<Record<'key' | 'authorization' | 'confirmation', string>> & { body?: unknown } & Pick<
    CallInput<Route>,
    'signal' | 'onSent' | 'hasTurn'
  >;

/**
 * Calls an operation of the auction API or the identity service and returns its `data`.
 * @throws ApiError for any other outcome
 */
export const api = <R extends Route>(route: R, input: CallInput<R>): Promise<z.output<R['reply']>> =>
  call(route, input as Loose, async (answer) => {
    const body = await bodyOf(answer, (input as Loose).signal);
    return dataOf(body, answer.status) as z.output<R['reply']>;
  });

/** Calls an operation that answers with a file. */
export const apiFile = <R extends Route>(route: R, input: CallInput<R>): Promise<Blob> =>
  call(route, input as Loose, (answer) => answer.blob().catch(lost((input as Loose).signal)));

/** Sends an edit that would cancel initial bids again, once an administrator has confirmed it. */
async function call<Reply>(route: Route, input: Loose, read: (answer: Response) => Promise<Reply>): Promise<Reply> {
  // If the caller passed no key, one made here lets the server recognize a retry.
  const key = input.key ?? (route.idempotencyKey ? newKey() : undefined);
  const keyed = { ...input, ...(key && { key }) };
  try {
    return await callOnce(route, keyed, read);
  } catch (thrown) {
    const confirmation = await askToCancel(thrown);
    if (confirmation === undefined) throw thrown;
    return call(route, { ...keyed, confirmation }, read);
  }
}

async function callOnce<Reply>(route: Route, input: Loose, read: (answer: Response) => Promise<Reply>): Promise<Reply> {
  if (sessionNoticeStore.get()?.kind === 'blocked') throw new ApiError('unauthorized_access', { status: 401 });
  const ask = async () => read(await send(route, input));
  // Open routes get no token, so their refusals say nothing about a session.
  if (route.access === 'open' || input.authorization) return ask();
  const token = readTokens()?.accessToken;
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || sessionStepOf(thrown) === 'none') throw thrown;
    if (!token || !(await hasNewTokens(thrown, token, input.hasTurn))) throw withNotice(thrown);
    return ask().catch((again: unknown) => {
      throw again instanceof ApiError ? withNotice(again) : again;
    });
  }
}

/** Returns whether the refused token has been replaced. If so, the refusal says nothing about the present session. */
async function hasNewTokens(refusal: ApiError, shown: string, hasTurn = false): Promise<boolean> {
  if (sessionStepOf(refusal) === 'refresh') return refreshed(hasTurn ? exchange(shown) : refreshTokens(shown));
  return !hasTurn && hasNewerTokens(shown);
}

/**
 * Returns a random key. Without crypto.randomUUID (plain http on a LAN), it builds the same 122 random bits by hand.
 */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0'));
  return [0, 4, 6, 8, 10].map((from, at, cuts) => hex.slice(from, cuts[at + 1]).join('')).join('-');
}

/** Returns the reader's IANA time zone, such as `Asia/Shanghai`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sends one request, with the session's token unless the route is open. */
async function send(route: Route, input: Loose): Promise<Response> {
  const { params, query, body, key, confirmation, authorization, signal, onSent } = input;
  const token = route.access === 'open' ? undefined : readTokens()?.accessToken;
  const shown = authorization ?? (token && `Bearer ${token}`);
  const request: RequestInit = {
    method: route.method,
    // The identity service may be another origin, and it recognizes a trusted device by its cookie.
    ...(route.at === 'identity' && { credentials: 'include' as const }),
    headers: {
      Accept: 'application/json',
      'Accept-Language': languageStore.get(),
      'Accept-Timezone': timeZone(),
      ...(shown && { Authorization: shown }),
      ...(route.at === 'identity' && { [CLIENT_HEADER]: env().clientId, [DEVICE_HEADER]: deviceFingerprint() }),
      ...(body !== undefined && !route.file && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
      ...(confirmation && { [CONFIRMATION_HEADER]: confirmation }),
    },
    ...(body !== undefined && { body: route.file ? formOf(body as object) : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const answer = await reach(urlOf(route, params ?? {}, query ?? {}), request, onSent && fetchCounting(onSent));
  if (!answer.ok) throw errorOfAnswer(answer.status, await bodyOf(answer, signal));
  return answer;
}

/** Returns names and values as a multipart form. The browser itself sets the boundary in the header. */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, string | Blob][]) form.append(name, value);
  return form;
}

/**
 * Returns undefined for a body that is not ours. A body that breaks off counts as no answer, because then the outcome
 * of a bid is unknown.
 */
const bodyOf = (answer: Response, signal: Loose['signal']): Promise<unknown> =>
  answer.json().catch((thrown: unknown) => (thrown instanceof SyntaxError ? undefined : lost(signal)(thrown)));

/**
 * Success bodies have code "Success" or "200" with a data field; otherwise the message is shown as an error
 * (docs/rules.md#answers).
 */
function dataOf(reply: unknown, status: number): unknown {
  const envelope = (reply ?? {}) as { code?: unknown; data?: unknown };
  if (envelope.code === 'Success' || envelope.code === '200') return envelope.data;
  throw errorOfAnswer(status, reply);
}

/** Maps a failed fetch to one of the three local errors (docs/rules.md#error-messages). */
const lost =
  (signal: AbortSignal | null | undefined) =>
  (thrown: unknown): never => {
    if (signal?.aborted) throw thrown;
    if (!navigator.onLine) throw new ApiError('connection_lost', {});
    throw new ApiError(thrown instanceof TypeError ? 'no_response' : 'request_failed', {});
  };

/**
 * Calls fetch.
 * @throws ApiError where no answer came
 */
export function reach(
  url: string,
  init: RequestInit,
  ask: ReturnType<typeof fetchCounting> = fetch,
): Promise<Response> {
  return ask(url, init).catch(lost(init.signal));
}

/** Returns the URL of a call. Leaves out query values that are undefined, null or empty. */
export function urlOf({ at, path }: Pick<Route, 'at' | 'path'>, params: object, query: object): string {
  const values = params as Record<string, string | number>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  const base = at === 'identity' ? env().identityBaseUrl : env().apiBaseUrl;
  return `${base}${filled}${text && `?${text}`}`;
}

async function refreshed(refresh: Promise<boolean>): Promise<boolean> {
  try {
    return await refresh;
  } catch {
    // A missing answer decides nothing: the session stays, and only the call fails.
    throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  }
}

/** `refresh` becomes a toast: if there are no new tokens, the session has ended. */
const NOTICES = { alert: 'alert', block: 'blocked', toast: 'toast', warn: 'warn', refresh: 'toast' } as const;

/** Tells the shell what this refusal means for the session, and returns the error. The call fails in any case. */
function withNotice(error: ApiError): ApiError {
  // Calls that were in progress when the session ended are not reported again.
  if (error.code === 'not_signed_in' && readTokens() === undefined) return error;
  const step = sessionStepOf(error);
  const before = sessionNoticeStore.get()?.kind;
  if (step !== 'none' && (before === undefined || before === 'warn'))
    sessionNoticeStore.set({ kind: NOTICES[step], code: error.code, message: error.message });
  return error;
}
