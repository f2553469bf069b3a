import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { languageStore } from '#web/platform/phrases/language.ts';
import { hasLocks, isSpent, markSpent, takeTurns } from '#web/platform/session/refresh-turns.ts';
import { forgetSession, keepTokens, readTokens, type Tokens } from '#web/platform/session/session.ts';
import { keep, readStored } from '#web/platform/storage/browser-storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * A random name of this browser, kept: the identity service asks for a device fingerprint
 * (docs/rules.md#specified-calls).
 */
export function deviceFingerprint(): string {
  const known = readStored('device', isText);
  if (known) return known;
  const made = crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keep('device', made);
  return made;
}

export const identityUrl = (path: string): string => `${env().identityBaseUrl}${path}`;

/** Calls the token endpoint with a form, as OAuth wants it. Cookies go along: they carry the trusted device. */
export const askForTokens = (form: Record<string, string>): Promise<Response> =>
  fetch(identityUrl('/connect/token'), {
    method: 'POST',
    credentials: 'include',
    headers: { [DEVICE_HEADER]: deviceFingerprint(), 'Accept-Language': languageStore.get() },
    body: new URLSearchParams({ client_id: env().clientId, ...form }),
  });

/**
 * The tokens of an answer, which may come from any provider: it is checked before it is stored. Other members than the
 * access token are optional; one that cannot be used counts as left out.
 * @throws ApiError `request_failed` where there is no access token
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

let underWay: Promise<boolean> | undefined;

/**
 * New tokens instead of `stale`, true where there are some. Refresh tokens rotate and exactly one exchange wins
 * (docs/rules.md#sessions), so tabs take turns: whoever comes second finds what the first one brought.
 */
export function refreshTokens(stale: string): Promise<boolean> {
  underWay ??= takeTurns(() => exchange(stale)).finally(() => (underWay = undefined));
  return underWay;
}

/** The same for a caller that has its turn already. */
export async function exchange(stale: string): Promise<boolean> {
  const tokens = readTokens();
  const isReplaced = await takeReplacement(stale);
  if (isReplaced !== undefined || !tokens?.refreshToken) return isReplaced ?? false;
  const answer = await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  // No verdict about the session: the server is busy, or doesn't want to be asked that often.
  if (answer.status === 429 || answer.status >= 500) throw new Error(`no new tokens: ${answer.status}`);
  if (!answer.ok) return hasLocks() ? false : takeOthers(stale);
  keepTokens(tokensOfReply(await answer.json(), tokens));
  await markSpent(tokens.refreshToken);
  return true;
}

/** Whether this browser has other tokens than `shown`. Waits for those that are on their way, in any tab. */
export const areReplaced = (shown: string): Promise<boolean> =>
  takeTurns(async () => (await takeReplacement(shown)) ?? false);

/** Whether there are tokens in place of `stale`; undefined where nothing has replaced it. */
async function takeReplacement(stale: string): Promise<boolean | undefined> {
  const tokens = readTokens();
  if (tokens && tokens.accessToken !== stale) {
    keepTokens(tokens);
    return true;
  }
  return tokens?.refreshToken && (await isSpent(tokens.refreshToken)) ? takeOthers(stale) : undefined;
}

const LOOK_MS = 50;
const LOOKS = 40;

/** Another tab has new tokens, and the storage shows them in a moment. */
async function takeOthers(stale: string): Promise<boolean> {
  for (let i = 0; i < LOOKS; i += 1) {
    const tokens = readTokens();
    if (!tokens) return false;
    if (tokens.accessToken !== stale) {
      keepTokens(tokens);
      return true;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
  return false;
}

/** Ends the session here and, as far as it can be reached, at the identity service; never fails. */
export async function endSession(): Promise<void> {
  const tokens = readTokens();
  forgetSession();
  if (!tokens?.refreshToken) return;
  const form = { token: tokens.refreshToken, token_type_hint: 'refresh_token', client_id: env().clientId };
  await fetch(identityUrl('/connect/revocation'), {
    method: 'POST',
    body: new URLSearchParams(form),
    keepalive: true,
  }).catch(() => undefined);
}
