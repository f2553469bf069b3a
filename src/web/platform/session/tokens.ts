import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';
import { hasLocks, isExchanged, markExchanged, withRefreshLock } from '#web/platform/session/refresh-lock.ts';
import { clearSession, keepTokens, readTokens, type Tokens } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Returns a random id of this browser, and stores the id on the first call. The identity service requires this id as
 * the device fingerprint (docs/rules.md#specified-calls).
 */
export function deviceFingerprint(): string {
  const known = readStored('device', isText);
  if (known) return known;
  const made = crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keep('device', made);
  return made;
}

/** Returns the URL of a path at the identity service. */
export const identityUrl = (path: string): string => `${env().identityBaseUrl}${path}`;

/** Sends a form to the token endpoint, as OAuth requires. Includes cookies, which identify the trusted device. */
export const requestTokens = (form: Record<string, string>): Promise<Response> =>
  fetch(identityUrl('/connect/token'), {
    method: 'POST',
    credentials: 'include',
    headers: { [DEVICE_HEADER]: deviceFingerprint(), 'Accept-Language': languageStore.get() },
    body: new URLSearchParams({ client_id: env().clientId, ...form }),
  });

/**
 * Returns the tokens of a response. The response may come from any provider, so the tokens are checked before they are
 * stored. Only the access token is required. Other unusable values count as missing.
 * @throws ApiError `request_failed` if there is no access token
 */
export function tokensOfReply(body: unknown, before?: Tokens): Tokens {
  const reply = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { access_token: accessToken, refresh_token: refresh, id_token: id, expires_in: expiresIn } = reply;
  if (!isText(accessToken)) throw new ApiError('request_failed', {});
  const refreshToken = isText(refresh) ? refresh : before?.refreshToken;
  const idToken = isText(id) ? id : before?.idToken;
  return {
    accessToken,
    ...(typeof expiresIn === 'number' && { expiresAtMs: Date.now() + expiresIn * 1_000 }),
    ...(refreshToken && { refreshToken }),
    ...(idToken && { idToken }),
  };
}

let pendingRefresh: Promise<boolean> | undefined;

/**
 * Replaces the token `stale`. Resolves to true if there are new tokens. A refresh token can be exchanged only once
 * (docs/rules.md#sessions). Tabs therefore take turns, and later tabs use the tokens of the first.
 */
export function refreshTokens(stale: string): Promise<boolean> {
  pendingRefresh ??= withRefreshLock(() => exchange(stale)).finally(() => (pendingRefresh = undefined));
  return pendingRefresh;
}

/**
 * Like `refreshTokens`, for a caller that already holds the refresh lock.
 * @throws Error if the server is busy or limits the rate of calls
 */
export async function exchange(stale: string): Promise<boolean> {
  const tokens = readTokens();
  const isReplaced = await adoptNewerTokens(stale);
  if (isReplaced !== undefined || !tokens?.refreshToken) return isReplaced ?? false;
  const answer = await requestTokens({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  // A busy server, or one that limits the rate of calls, does not say anything about the session.
  if (answer.status === 429 || answer.status >= 500) throw new Error(`no new tokens: ${answer.status}`);
  if (!answer.ok) return hasLocks() ? false : waitForNewerTokens(stale);
  keepTokens(tokensOfReply(await answer.json(), tokens));
  await markExchanged(tokens.refreshToken);
  return true;
}

/**
 * Returns true if this browser has other tokens than `shown`. First waits for an exchange that is running in any tab.
 */
export const hasNewerTokens = (shown: string): Promise<boolean> =>
  withRefreshLock(async () => (await adoptNewerTokens(shown)) ?? false);

/**
 * Returns true if newer tokens have replaced `stale`. Returns false if another tab exchanged it but the new tokens did
 * not arrive. Returns undefined if no tab exchanged it.
 */
async function adoptNewerTokens(stale: string): Promise<boolean | undefined> {
  const tokens = readTokens();
  if (tokens && tokens.accessToken !== stale) {
    keepTokens(tokens);
    return true;
  }
  return tokens?.refreshToken && (await isExchanged(tokens.refreshToken)) ? waitForNewerTokens(stale) : undefined;
}

const POLL_MS = 50;
const POLLS_MAX = 40;

/** Waits until the storage shows the tokens of another tab. Normally that takes only a moment. */
async function waitForNewerTokens(stale: string): Promise<boolean> {
  for (let i = 0; i < POLLS_MAX; i += 1) {
    const tokens = readTokens();
    if (!tokens) return false;
    if (tokens.accessToken !== stale) {
      keepTokens(tokens);
      return true;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
  return false;
}

/** Ends the session in this browser, and at the identity service if that service is reachable. Never throws. */
export async function endSession(): Promise<void> {
  const tokens = readTokens();
  clearSession();
  if (!tokens?.refreshToken) return;
  const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', client_id: env().clientId };
  await fetch(identityUrl('/connect/revocation'), {
    method: 'POST',
    body: new URLSearchParams(form),
    keepalive: true,
  }).catch(() => undefined);
}
