import { afterEach, describe, expect, it, vi } from 'vitest';
import { getProfile, getProfileAtIdentity } from '#contract/identity/identity.ts';
import { changePassword } from '#contract/identity/own-account.ts';
import { aBrowser, type Serve } from '#testing/world/browser.ts';

afterEach(() => void vi.unstubAllGlobals());

const refusal = (status: number, code: string) => Response.json({ code, message: `the server's ${code}` }, { status });
const success = () => Response.json({ code: 'Success', data: {} });
const atTokens = (url: string): boolean => url === '/connect/token';

/** A server for which `good-1` has expired. It exchanges `refresh-1` once for `good-2` and `refresh-2`, and so on. */
function rotating(): { serve: Serve; exchanges: () => number } {
  let at = 1;
  const serve: Serve = async ({ url, authorization, body }) => {
    await Promise.resolve();
    if (!atTokens(url))
      return authorization === `Bearer good-${at}` && at > 1 ? success() : refusal(401, 'token_expired');
    if (!body.includes(`refresh_token=refresh-${at}`))
      return Response.json({ error: 'invalid_grant' }, { status: 400 });
    at += 1;
    return Response.json({ access_token: `good-${at}`, refresh_token: `refresh-${at}`, expires_in: 600 });
  };
  return { serve, exchanges: () => at - 1 };
}

async function signedInTab(serve: Serve, options = {}) {
  const browser = aBrowser(serve, options);
  const tab = await browser.openTab();
  tab.session.keepTokens({ accessToken: 'good-1', refreshToken: 'refresh-1' });
  return { ...tab, browser, noticed: () => tab.session.sessionNoticeStore.get() };
}

/** A tab of a signed-in person. The API refuses every call with this status and code, with any token. */
const refusedTab = (status: number, code: string) =>
  signedInTab(({ url }) =>
    atTokens(url) ? Response.json({ access_token: 'next', refresh_token: 'refresh-2' }) : refusal(status, code),
  );

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

it('calls of the identity service carry the client id, other calls do not', async () => {
  const { api, browser } = await signedInTab(success);
  await api(getProfileAtIdentity, {});
  await api(getProfile, {});
  expect(browser.sent.map(({ clientId }) => clientId)).toEqual(['greenlot-web', null]);
});

it('calls of the auction API carry token, time zone and language', async () => {
  const { api, browser } = await signedInTab(success);
  await api(getProfile, {});
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(browser.sent).toMatchObject([{ authorization: 'Bearer good-1', timeZone, language: 'en' }]);
});

it('a body has its data under the code Success or 200; under any other code its message is an error', async () => {
  for (const code of ['Success', '200']) {
    const { api } = await signedInTab(() => Response.json({ code, data: { is: code } }));
    expect(await api(getProfile, {})).toEqual({ is: code });
  }
  const { api } = await signedInTab(() => Response.json({ code: 'odd', message: 'not today', data: {} }));
  await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'odd', message: 'not today' });
});

describe('a 401 renews the tokens', () => {
  it('once for twenty parallel calls in each of two tabs, and every call is answered', async () => {
    const { serve, exchanges } = rotating();
    const one = await signedInTab(serve);
    const other = await one.browser.openTab();
    const calls = times(20).flatMap(() => [one.api(getProfile, {}), other.api(getProfile, {})]);
    expect(await Promise.all(calls)).toEqual(times(40).map(() => ({})));
    expect(exchanges()).toBe(1);
    expect(one.browser.sent.filter(({ url }) => atTokens(url))).toHaveLength(1);
    expect(one.browser.sent.filter(({ url }) => !atTokens(url))).toHaveLength(80);
    expect(one.noticed()).toBeUndefined();
  });

  it('once even if one tab’s stored tokens reach the other one late', async () => {
    const { serve, exchanges } = rotating();
    const one = await signedInTab(serve, { lagMs: 200 });
    await new Promise((resolve) => void setTimeout(resolve, 250));
    const other = await one.browser.openTab();
    const calls = times(5).flatMap(() => [one.api(getProfile, {}), other.api(getProfile, {})]);
    expect(await Promise.all(calls)).toEqual(times(10).map(() => ({})));
    expect(exchanges()).toBe(1);
    expect(one.browser.sent.filter(({ url }) => atTokens(url))).toHaveLength(1);
  });

  it('without locks, after a moment’s wait of the slower tab', async () => {
    const { serve } = rotating();
    const one = await signedInTab(serve, { hasLocks: false });
    const other = await one.browser.openTab();
    expect(await Promise.all([one.api(getProfile, {}), other.api(getProfile, {})])).toEqual([{}, {}]);
  });

  it('once for twenty parallel calls of one tab even without locks, as on plain http', async () => {
    const { serve, exchanges } = rotating();
    const { api } = await signedInTab(serve, { hasLocks: false });
    expect(await Promise.all(times(20).map(() => api(getProfile, {})))).toEqual(times(20).map(() => ({})));
    expect(exchanges()).toBe(1);
  });

  it('and retries once; a second 401 signs out with the server’s message', async () => {
    const { api, noticed, browser } = await refusedTab(401, 'token_expired');
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'token_expired' });
    expect(browser.sent.map(({ url }) => atTokens(url))).toEqual([false, true, false]);
    expect(noticed()).toEqual({ kind: 'toast', code: 'token_expired', message: "the server's token_expired" });
  });

  it('and signs out if the renewal is rejected', async () => {
    const { api, noticed } = await signedInTab(({ url }) =>
      atTokens(url) ? Response.json({ error: 'invalid_grant' }, { status: 400 }) : refusal(401, 'token_expired'),
    );
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'token_expired' });
    expect(noticed()?.kind).toBe('toast');
  });

  it('or signs out without a request if there is no refresh token', async () => {
    const { api, session, noticed, browser } = await refusedTab(401, 'not_signed_in');
    session.keepTokens({ accessToken: 'good-1' });
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(browser.sent.filter(({ url }) => atTokens(url))).toEqual([]);
    expect(noticed()?.kind).toBe('toast');
  });

  it('but reports nothing after the session has ended', async () => {
    const { api, session, noticed } = await refusedTab(401, 'not_signed_in');
    session.clearSession();
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(noticed()).toBeUndefined();
  });

  it.each([429, 503])('and keeps the session if the renewal fails without a verdict (%d)', async (status) => {
    const { api, session, noticed } = await signedInTab(({ url }) =>
      atTokens(url) ? Response.json({}, { status }) : refusal(401, 'token_expired'),
    );
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'no_response' });
    expect(noticed()).toBeUndefined();
    expect(session.readTokens()?.refreshToken).toBe('refresh-1');
  });

  it('and the retry may meet any of the special cases', async () => {
    const { api, noticed } = await signedInTab(({ url, authorization }) => {
      if (atTokens(url)) return Response.json({ access_token: 'next' });
      return refusal(401, authorization === 'Bearer next' ? 'logged_in_on_different_device' : 'token_expired');
    });
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'logged_in_on_different_device' });
    expect(noticed()?.kind).toBe('alert');
  });
});

describe('a replaced session', () => {
  /** A tab whose session ends because the password is changed. The returned `begin` starts the new session. */
  async function changingTab({ isExpired = false, ...options }: { isExpired?: boolean; lagMs?: number } = {}) {
    const isRevoked = Promise.withResolvers<void>();
    const mayBegin = Promise.withResolvers<void>();
    let good = 'good-1';
    const tab = await signedInTab(({ url, authorization }) => {
      if (atTokens(url)) return Response.json({ access_token: 'good-2', refresh_token: 'refresh-2' });
      if (isExpired && authorization === 'Bearer good-1') return refusal(401, 'token_expired');
      if (url !== changePassword.path)
        return authorization === `Bearer ${good}` ? success() : refusal(401, 'session_revoked');
      good = '';
      isRevoked.resolve();
      return success();
    }, options);
    // The tab's storage shows the new tokens only after this lag.
    if (options.lagMs) await new Promise((resolve) => void setTimeout(resolve, options.lagMs));
    const body = { CurrentPassword: '', Password: '', ConfirmPassword: '' };
    const begun = tab.replaceSession(
      () => tab.api(changePassword, { body, hasTurn: true }),
      async () => {
        await mayBegin.promise;
        good = 'new';
        tab.session.keepTokens({ accessToken: 'new', refreshToken: 'refresh-new' });
      },
    );
    await isRevoked.promise;
    const begin = (): Promise<void> => {
      mayBegin.resolve();
      return begun;
    };
    return { ...tab, begin };
  }

  it.each([{}, { hasLocks: false }, { lagMs: 200 }])(
    'answers the calls that were rejected in the meantime, and signs nobody out (%j)',
    async (options) => {
      const { api, browser, begin, noticed } = await changingTab(options);
      const other = await browser.openTab();
      const tabs = 'hasLocks' in options ? [api] : [api, other.api];
      const calls = tabs.map((call) => call(getProfile, {}));
      await vi.waitFor(() => expect(browser.sent).toHaveLength(1 + tabs.length));
      await begin();
      expect(await Promise.all(calls)).toEqual(tabs.map(() => ({})));
      expect([noticed(), other.session.sessionNoticeStore.get()]).toEqual([undefined, undefined]);
    },
  );

  it('may have an expired access token', async () => {
    const { begin, session, noticed } = await changingTab({ isExpired: true });
    await begin();
    expect([session.readTokens()?.accessToken, noticed()]).toEqual(['new', undefined]);
  });
});

it('an answer cut off half way is none: the result of the bid is unknown', async () => {
  const broken = () =>
    new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) }), { status: 200 });
  const { api } = await signedInTab(broken);
  await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'no_response' });
  const page = await signedInTab(() => new Response('<p>a proxy</p>', { status: 502 }));
  await expect(page.api(getProfile, {})).rejects.toMatchObject({ code: 'internal', status: 502 });
});

describe('the special cases of 401 renew no tokens', () => {
  it.each([
    [401, 'logged_in_on_different_device', 'alert'],
    [401, 'invalid_role', 'toast'],
    [401, 'forbidden_access', 'toast'],
    [401, 'session_revoked', 'toast'],
    [401, 'account_locked', 'warn'],
    [401, 'unauthorized_access', 'blocked'],
    [403, 'not_for_applications', 'toast'],
  ])('%d %s: %s, with the message of the server', async (status, code, kind) => {
    const { api, noticed, browser } = await refusedTab(status, code);
    await expect(api(getProfile, {})).rejects.toMatchObject({ code, status });
    expect(noticed()).toEqual({ kind, code, message: `the server's ${code}` });
    expect(browser.sent).toHaveLength(1);
  });

  it('logged_in_on_different_device: many parallel calls raise one alert until the flag is cleared', async () => {
    const { api, session, noticed } = await refusedTab(401, 'logged_in_on_different_device');
    let alerts = 0;
    session.sessionNoticeStore.subscribe(() => (alerts += noticed() ? 1 : 0));
    await Promise.allSettled(times(20).map(() => api(getProfile, {})));
    expect(alerts).toBe(1);
    session.dropAlert();
    await Promise.allSettled([api(getProfile, {})]);
    expect(alerts).toBe(2);
  });

  it('unauthorized_access: the page sends no further calls', async () => {
    const { api, session, browser } = await refusedTab(401, 'unauthorized_access');
    await Promise.allSettled([api(getProfile, {})]);
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized_access' });
    session.dropAlert();
    await expect(api(getProfile, {})).rejects.toMatchObject({ code: 'unauthorized_access' });
    expect(browser.sent).toHaveLength(1);
  });

  it('account_locked: the session and further calls continue, and a later alert stays visible', async () => {
    const codes = ['account_locked', 'account_locked', 'logged_in_on_different_device'];
    const { api, session, noticed, browser } = await signedInTab(() => refusal(401, codes.shift() ?? ''));
    for (let i = 0; i < 2; i += 1) await Promise.allSettled([api(getProfile, {})]);
    expect(browser.sent).toHaveLength(2);
    expect(session.readTokens()?.accessToken).toBe('good-1');
    await Promise.allSettled([api(getProfile, {})]);
    expect(noticed()?.kind).toBe('alert');
  });

  it.each([
    [403, 'no_permission_to_join_auction'],
    [409, 'account_blacklisted'],
    [404, 'not_found'],
    [500, 'internal'],
  ])('%d %s does not affect the session', async (status, code) => {
    const { api, noticed } = await refusedTab(status, code);
    await expect(api(getProfile, {})).rejects.toMatchObject({ code });
    expect(noticed()).toBeUndefined();
  });
});
