import { DEVICE_HEADER } from '#contract/identity.ts';
import { keep, readStored } from '#web/platform/browser-storage.ts';
import { env } from '#web/platform/env.ts';
import { languageStore } from '#web/platform/language.ts';
import { keepTokens, readTokens, type Tokens } from '#web/platform/session.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A random name of this browser, kept: the identity service asks for a device fingerprint (specification 7). */
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

type TokenReply = { access_token: string; refresh_token?: string; id_token?: string };

export const tokensOfReply = (reply: TokenReply, before?: Tokens): Tokens => ({
  accessToken: reply.access_token,
  ...((reply.refresh_token ?? before?.refreshToken)
    ? { refreshToken: reply.refresh_token ?? before?.refreshToken ?? '' }
    : {}),
  ...((reply.id_token ?? before?.idToken) ? { idToken: reply.id_token ?? before?.idToken ?? '' } : {}),
});

let underWay: Promise<boolean> | undefined;

/** Locks exist in secure contexts only; without them the calls of one tab still share one refresh. */
const exclusively = (run: () => Promise<boolean>): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('greenlot.refresh', run) : run();

/**
 * New tokens instead of `stale`, true where there are some. Refresh tokens rotate and exactly one exchange wins (rules 6),
 * so tabs take turns: whoever comes second finds what the first one brought.
 */
export function refreshTokens(stale: string): Promise<boolean> {
  underWay ??= exclusively(() => exchange(stale)).finally(() => (underWay = undefined));
  return underWay;
}

async function exchange(stale: string): Promise<boolean> {
  const tokens = readTokens();
  if (tokens && tokens.accessToken !== stale) {
    keepTokens(tokens);
    return true;
  }
  if (!tokens?.refreshToken) return false;
  const answer = await askForTokens({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
  if (!answer.ok) return false;
  keepTokens(tokensOfReply((await answer.json()) as TokenReply, tokens));
  return true;
}
