import { isTokenErrorCode } from '#contract/errors/identity-errors.ts';
import { resendLoginOtp, type NotificationMethod, type SentOtp } from '#contract/identity/identity.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { keepTokens } from '#web/platform/session/session.ts';
import { requestTokens, tokensOfReply } from '#web/platform/session/tokens.ts';

/** The OAuth scopes that every sign-in requests (docs/rules.md#sign-in). */
export const SCOPE = 'openid profile email offline_access';

/**
 * The next step of a sign-in. `code`: the device is not trusted yet, and a one-time code has been sent. `phone`: the
 * person must set up a phone first (docs/rules.md#sign-in); the setup calls authenticate with `setupToken`.
 */
export type SignInStep =
  | { readonly next: 'done' }
  | { readonly next: 'code'; readonly sent: SentOtp }
  | { readonly next: 'phone'; readonly setupToken: string };

/** Checks the password. Stores the tokens if no further step is needed. */
export async function signIn(who: { username: string; password: string }): Promise<SignInStep> {
  return stepOf(await requestStep({ grant_type: 'password', ...who, scope: SCOPE }));
}

/** Checks the one-time code of a sign-in. `isTrusted` makes the device a trusted one. */
export async function confirmOneTimeCode(given: {
  username: string;
  otp: string;
  isTrusted: boolean;
}): Promise<SignInStep> {
  const { username, otp, isTrusted } = given;
  const form = { grant_type: 'password', action: 'validate_otp', username, otp, scope: SCOPE };
  return stepOf(await requestStep({ ...form, trusted: String(isTrusted) }));
}

/**
 * Requests another one-time code. The answer contains where the code was sent, and when the next code can be requested.
 */
export const resendOneTimeCode = (username: string, method: NotificationMethod): Promise<SentOtp> =>
  api(resendLoginOtp, { body: { username, NotificationMethod: method } });

/** Calls the token endpoint. Returns the answer if it contains tokens or names a further step. */
async function requestStep(form: Record<string, string>): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await requestTokens(form);
  } catch {
    throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  }
  const body = ((await answer.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  if (answer.ok || body.error === 'sent-otp' || body.error === 'login-required-two-factor-setup') return body;
  throw errorOfTokenAnswer(answer.status, body);
}

/** Returns the error of an answer in OAuth's format: the error code is in `error`, the text in `error_description`. */
function errorOfTokenAnswer(status: number, body: Record<string, unknown>): ApiError {
  const codes = [body.error, body.error_description, body.code].filter((code) => typeof code === 'string');
  const code = codes.find(isTokenErrorCode);
  const said = body.error_description ?? body.message;
  const seconds = secondsOf(body.retry_after_seconds ?? body.resend_after_seconds) ?? 0;
  return new ApiError(code ?? (status === 429 ? 'too_many_requests' : 'internal'), {
    status,
    message: typeof said === 'string' ? said : '',
    ...(seconds > 0 && { params: { seconds } }),
  });
}

/** Returns `given` if it is a finite number of seconds, else undefined. */
function secondsOf(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined;
}

const DEFAULT_WAIT_SECONDS = 60;

/** Returns the next step that the server's answer requires. If none is required, stores the tokens. */
function stepOf(body: Record<string, unknown>): SignInStep {
  if (body.error === 'sent-otp') {
    const sent: SentOtp = {
      notification_method: body.notification_method === 'sms' ? 'sms' : 'email',
      notification_target: typeof body.notification_target === 'string' ? body.notification_target : '',
      resend_after_seconds: secondsOf(body.resend_after_seconds) ?? DEFAULT_WAIT_SECONDS,
    };
    return { next: 'code', sent };
  }
  if (body.error === 'login-required-two-factor-setup') {
    const { setup_token: setupToken } = body;
    if (typeof setupToken !== 'string' || setupToken === '') throw new ApiError('request_failed', {});
    return { next: 'phone', setupToken };
  }
  keepTokens(tokensOfReply(body));
  return { next: 'done' };
}
