import { randomUUID } from 'node:crypto';
import type { BodyOf, ReplyOf, Route } from '#contract/basics/route.ts';
import { compose, type Composed } from '#server/compose.ts';
import { API_BASE, readConfig } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { LogStream } from '#server/platform/telemetry/request-log.ts';
import { insertPerson, type TestPerson } from '#testing/builders/records.ts';
import { freshDatabase } from '#testing/world/database.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { tokenFor } from '#testing/world/token.ts';

/** A signed-in user. Calls use the user's token. */
export type SignedIn = TestPerson & { readonly token: string };

export type Answer<R extends Route> = {
  readonly status: number;
  readonly code: string;
  readonly data: ReplyOf<R>;
  readonly params: Record<string, unknown> | undefined;
  readonly fields: Record<string, { code: string; params?: Record<string, unknown> }> | undefined;
  /** Details of a refusal. */
  readonly details: Record<string, unknown>[] | undefined;
  /** The reply as text, as it was transmitted. */
  readonly text: string;
};

export type CallInput<R extends Route> = {
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly body?: BodyOf<R>;
  /** A form with a file, which is sent instead of `body`. */
  readonly form?: FormData;
  /** The `Idempotency-Key`. If undefined, a new key is sent. If empty, no key is sent. */
  readonly key?: string;
  readonly headers?: Record<string, string>;
};

export type World = Composed & {
  readonly database: Database;
  readonly url: string | undefined;
  signedIn(person?: Parameters<typeof insertPerson>[1]): Promise<SignedIn>;
  /**
   * Makes a call through the real HTTP layer, but without a socket. If `who` is undefined, the caller is not signed in.
   */
  call<R extends Route>(who: SignedIn | undefined, route: R, input?: CallInput<R>): Promise<Answer<R>>;
  end(): Promise<void>;
};

/** Starts a whole server process on a new database. */
export async function world(settings: Record<string, string> = {}, log?: LogStream): Promise<World> {
  const { database, url } = await freshDatabase();
  return worldOn(database, url, settings, log);
}

/** Starts a further server process on an existing database. */
export async function worldOn(
  database: Database,
  url: string | undefined,
  settings: Record<string, string> = {},
  log?: LogStream,
): Promise<World> {
  const home = await temporaryFolder('world');
  const ours = { NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL: 'http://greenlot.test', GREENLOT_DATA: home.path };
  const config = readConfig({ ...ours, ...settings });
  const composed = await compose(database, config, [], log);
  return {
    ...composed,
    database,
    url,
    async signedIn(person) {
      const made = await insertPerson(database.db, person);
      return { ...made, token: await tokenFor(composed.identity, made.userId) };
    },
    call: (who, route, input = {}) => call(composed, who, route, input),
    async end() {
      await composed.close();
      await database.close();
      await home.remove();
    },
  };
}

async function call<R extends Route>(
  { app }: Composed,
  who: SignedIn | undefined,
  route: R,
  { params = {}, query = '', body, form, key = randomUUID(), headers = {} }: CallInput<R>,
): Promise<Answer<R>> {
  const sent = form && new Response(form);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const reply = await app.inject({
    method: route.method,
    url: API_BASE + path + query,
    headers: {
      ...(who && { authorization: `Bearer ${who.token}` }),
      ...(route.idempotencyKey && { 'idempotency-key': key }),
      ...(sent && { 'content-type': sent.headers.get('content-type') ?? '' }),
      ...headers,
    },
    ...(body !== undefined && { payload: body as object }),
    ...(sent && { payload: Buffer.from(await sent.arrayBuffer()) }),
  });
  // A file is returned as text. Every other answer is in the envelope.
  const isFile = reply.headers['content-disposition'] !== undefined;
  const envelope = (isFile ? { code: 'Success' } : reply.json()) as Omit<Answer<R>, 'status' | 'text'>;
  return { status: reply.statusCode, text: reply.body, ...envelope };
}
