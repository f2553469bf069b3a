import { CALLS_WITH_KEY } from './generated/calls-with-key.gen.ts';
import { createClient, type Client } from './generated/client/index.ts';
import { GreenlotError, problemIn } from './errors.ts';
import { KEY_HEADER, retryAfterSeconds, RETRIES, withRetries, type RetryOptions } from './retries.ts';

/** Makes the calls of one caller to one server. Every operation takes it as `client`. */
export type GreenlotClient = Client;

export type GreenlotOptions = {
  /** The address of the platform, such as `https://auctions.example.com`. */
  readonly baseUrl: string;
  /** An API key, or a function that returns a valid access token. The function is called before each call. */
  readonly auth?: string | (() => string | Promise<string>);
  /** The language of messages and files, such as `en` or `zh`. It must be on offer on the platform. */
  readonly language?: string;
  /** The time zone of times in files, such as `Asia/Kuala_Lumpur`. */
  readonly timeZone?: string;
  readonly retries?: Partial<RetryOptions>;
  /** Replaces the built-in `fetch`, for example to use a proxy. */
  readonly fetch?: typeof fetch;
};

/** Creates a client. It throws a `GreenlotError` if the API refuses a call. */
export function createGreenlot({ baseUrl, auth, language, timeZone, retries, fetch: own }: GreenlotOptions): Client {
  const send: typeof fetch = own ?? ((input, init) => fetch(input, init));
  const client = createClient({
    // In a page, the address may be relative to the page's own.
    baseUrl: new URL(baseUrl, globalThis.location?.href).href.replace(/\/$/, ''),
    auth: typeof auth === 'function' ? () => auth() : auth,
    headers: { 'accept-language': language, 'accept-timezone': timeZone },
    throwOnError: true,
    responseStyle: 'data',
    fetch: withRetries(send, { ...RETRIES, ...retries }) as typeof fetch,
    responseTransformer: (body) => Promise.resolve(dataIn(body)),
  });
  client.interceptors.request.use((request, { url }) => {
    // One key for the whole call: `withRetries` repeats this request.
    if (!request.headers.has(KEY_HEADER) && CALLS_WITH_KEY.has(`${request.method} ${url}`))
      request.headers.set(KEY_HEADER, randomKey());
    return request;
  });
  client.interceptors.response.use(asFile);
  client.interceptors.error.use((error, response) =>
    response === undefined || response.ok
      ? error
      : new GreenlotError(response.status, problemIn(error), retryAfterSeconds(response)),
  );
  return client;
}

/** Returns the data of an answer. Answers of the OpenID endpoints have no envelope. */
const dataIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body && body.code === 'Success' && 'data' in body
    ? body.data
    : body;

/** Makes sure that a file is returned as a `Blob`, even if it is text or JSON. */
const asFile = (response: Response): Response => {
  if (!response.ok || !response.headers.has('content-disposition')) return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/octet-stream');
  return new Response(response.body, { status: response.status, headers });
};

/** Returns 32 random hexadecimal digits. `randomUUID` is missing in pages without TLS. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
