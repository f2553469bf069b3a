import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { CLIENT_HEADER } from '#contract/identity/identity.ts';
import type * as Api from '#web/platform/calls/api.ts';
import type * as Replacing from '#web/platform/session/replace-session.ts';
import type * as Renewal from '#web/platform/session/renew-ahead.ts';
import type * as Session from '#web/platform/session/session.ts';

/** A request that a page has sent. */
export type Sent = {
  readonly url: string;
  readonly authorization: string | null;
  readonly clientId: string | null;
  readonly timeZone: string | null;
  readonly language: string | null;
  readonly body: string;
};
export type Serve = (sent: Sent) => Response | Promise<Response>;

type Tab = {
  readonly api: typeof Api.api;
  readonly session: typeof Session;
  readonly renewAhead: typeof Renewal.renewAhead;
  readonly replaceSession: typeof Replacing.replaceSession;
};

const ENV = { variant: 'TNBX', apiBaseUrl: '/auction-api', identityBaseUrl: '', clientId: 'greenlot-web' };

/**
 * Creates the parts of a browser that the session's code needs: tabs that load their own modules, one shared storage,
 * locks, and a network that the test answers. A tab sees writes of another tab after `lagMs`, as in browsers with one
 * process per tab. `vi.unstubAllGlobals` removes these parts.
 */
export function aBrowser(serve: Serve, { hasLocks = true, lagMs = 0 } = {}) {
  const tabs = new AsyncLocalStorage<number>();
  const sent: Sent[] = [];
  let opened = 0;
  vi.stubGlobal(
    'localStorage',
    lateStorage(() => tabs.getStore() ?? 0, lagMs),
  );
  vi.stubGlobal('navigator', { onLine: true, ...(hasLocks && { locks: someLocks() }) });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/env') return Response.json(ENV);
    const call = {
      url,
      authorization: new Headers(init.headers).get('authorization'),
      clientId: new Headers(init.headers).get(CLIENT_HEADER),
      timeZone: new Headers(init.headers).get('accept-timezone'),
      language: new Headers(init.headers).get('accept-language'),
      body: init.body instanceof URLSearchParams ? init.body.toString() : '',
    };
    sent.push(call);
    return serve(call);
  });
  return {
    sent,
    async openTab(): Promise<Tab> {
      const tab = (opened += 1);
      vi.resetModules();
      await (await import('#web/platform/page/env.ts')).loadEnv();
      const { api } = await import('#web/platform/calls/api.ts');
      const { replaceSession } = await import('#web/platform/session/replace-session.ts');
      return {
        api: (route, input) => tabs.run(tab, () => api(route, input)),
        session: await import('#web/platform/session/session.ts'),
        replaceSession: (end, begin) => tabs.run(tab, () => replaceSession(end, begin)),
        renewAhead: (await import('#web/platform/session/renew-ahead.ts')).renewAhead,
      };
    },
  };
}

/** Creates a storage for several tabs. A tab sees its own writes immediately, and those of other tabs after `lagMs`. */
function lateStorage(reader: () => number, lagMs: number) {
  type Written = { value: string | null; by: number; atMs: number };
  const written = new Map<string, Written[]>();
  const write = (key: string, value: string | null): void => {
    written.set(key, [...(written.get(key) ?? []), { value, by: reader(), atMs: performance.now() }]);
  };
  return {
    getItem(key: string) {
      const seen = (one: Written): boolean => one.by === reader() || performance.now() - one.atMs >= lagMs;
      return written.get(key)?.findLast(seen)?.value ?? null;
    },
    setItem: write,
    removeItem: (key: string) => write(key, null),
  };
}

/** Creates locks like `navigator.locks`. For each name, only one holder has the lock. */
function someLocks() {
  const last = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  return {
    async request<Value>(name: string, run: () => Promise<Value>): Promise<Value> {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(async () => {
        held.add(name);
        return run().finally(() => held.delete(name));
      });
      last.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
}
