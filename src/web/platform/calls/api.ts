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

/** A property of a call's input. It is optional if its value has no required properties. */
type Part<Name extends string, Value> =
  Record<never, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** The input of a call of route `R`. Query values are optional, because the contract fills in the defaults. */
export type CallInput<R extends Route> = Part<'params', z.output<R['params']>> &
  Part<'body', z.output<R['body']>> & {
    query?: Partial<z.output<R['query']>>;
    /** The idempotency key. All attempts of one intended change use the same key (docs/rules.md#repeated-calls). */
    key?: string;
    /** Sent as the authorization in place of the session's token. */
    authorization?: string;
    /** True for a call that replaces the session (`replaceSession`). Such a call already holds the refresh lock. */
    hasTurn?: boolean;
    signal?: AbortSignal;
    /** Called with the share of the body that has been sent, from 0 to 1. */
    onSent?: (share: number) => void;
  };

/** The input of a call of any route, for the shared code. */
type Loose = Partial<Record<'params' | 'query', object>> &
  Partial<Record<'key' | 'authorization' | 'confirmation', string>> & { body?: unknown } & Pick<
    CallInput<Route>,
    'signal' | 'onSent' | 'hasTurn'
  >;

/**
 * Calls an operation of the auction API or the identity service and returns the response's `data`.
 * @throws ApiError if the call fails or is refused
 */
export const api = <R extends Route>(route: R, input: CallInput<R>): Promise<z.output<R['reply']>> =>
  call(route, input as Loose, async (answer) => {
    const body = await bodyOf(answer, (input as Loose).signal);
    return dataOf(body, answer.status) as z.output<R['reply']>;
  });

/** Calls an operation whose response is a file. */
export const apiFile = <R extends Route>(route: R, input: CallInput<R>): Promise<Blob> =>
  call(route, input as Loose, (answer) => answer.blob().catch(lost((input as Loose).signal)));

/**
 * Calls an operation. If an edit would cancel initial bids, asks the administrator. After a yes, sends the call again
 * with the confirmation.
 */
async function call<Reply>(route: Route, input: Loose, read: (answer: Response) => Promise<Reply>): Promise<Reply> {
  // A retry is recognized by its key, so a missing key is created here.
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
  // This call does not send the session's token, so its refusal does not concern the session.
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

/** Returns true if newer tokens have replaced the refused token `shown`. Then the call is repeated with them. */
async function hasNewTokens(refusal: ApiError, shown: string, hasTurn = false): Promise<boolean> {
  if (sessionStepOf(refusal) === 'refresh') return refreshed(hasTurn ? exchange(shown) : refreshTokens(shown));
  return !hasTurn && hasNewerTokens(shown);
}

/**
 * Returns a random key. On a page without HTTPS, `crypto.randomUUID` is missing, so the key is built from random bytes.
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
    // The identity service may have another origin. It recognizes a trusted device by a cookie.
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
  if (!answer.ok) throw errorOfAnswer(answer.status, await bodyOf(answer, signal), answer.headers.get('Retry-After'));
  return answer;
}

/** Returns names and values as a multipart form. The browser sets the header with the form's boundary. */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, string | Blob][]) form.append(name, value);
  return form;
}

/**
 * Returns the JSON of a response; undefined if the body is not JSON. A body that breaks off counts as no response,
 * because the result of the call is then unknown.
 */
const bodyOf = (answer: Response, signal: Loose['signal']): Promise<unknown> =>
  answer.json().catch((thrown: unknown) => (thrown instanceof SyntaxError ? undefined : lost(signal)(thrown)));

/**
 * Returns the `data` of a successful response. Its code is "Success" or "200". Any other response is thrown as an error
 * (docs/rules.md#answers).
 */
function dataOf(reply: unknown, status: number): unknown {
  const envelope = (reply ?? {}) as { code?: unknown; data?: unknown };
  if (envelope.code === 'Success' || envelope.code === '200') return envelope.data;
  throw errorOfAnswer(status, reply);
}

/** Returns a function that throws the local error for a failed fetch (docs/rules.md#error-messages). */
const lost =
  (signal: AbortSignal | null | undefined) =>
  (thrown: unknown): never => {
    if (signal?.aborted) throw thrown;
    if (!navigator.onLine) throw new ApiError('connection_lost', {});
    throw new ApiError(thrown instanceof TypeError ? 'no_response' : 'request_failed', {});
  };

/**
 * Calls fetch.
 * @throws ApiError if no response came
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
    // A missing response does not end the session. Only the call fails.
    throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  }
}

/**
 * The notice for each effect on the session. For `refresh` without new tokens, the session has ended, so the person
 * gets a toast.
 */
const NOTICES = { alert: 'alert', block: 'blocked', toast: 'toast', warn: 'warn', refresh: 'toast' } as const;

/** Reports the refusal's effect on the session to the shell, and returns the error for the failed call. */
function withNotice(error: ApiError): ApiError {
  // A call that was in progress when the session ended is refused too. That refusal needs no second notice.
  if (error.code === 'not_signed_in' && readTokens() === undefined) return error;
  const step = sessionStepOf(error);
  const before = sessionNoticeStore.get()?.kind;
  if (step !== 'none' && (before === undefined || before === 'warn'))
    sessionNoticeStore.set({ kind: NOTICES[step], code: error.code, message: error.message });
  return error;
}
