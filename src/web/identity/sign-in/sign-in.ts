import { isTokenErrorCode } from '#contract/errors/identity-errors.ts';
import { resendLoginOtp, type NotificationMethod, type SentOtp } from '#contract/identity/identity.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { keepTokens } from '#web/platform/session/session.ts';
import { askForTokens, tokensOfReply } from '#web/platform/session/tokens.ts';

/** Scopes of docs/rules.md#sign-in. */
export const SCOPE = 'openid profile email offline_access';

/**
 * `code`: this device isn't trusted yet, a one-time code is on its way. `phone`: the person must set up a phone before
 * it may sign in (docs/rules.md#sign-in); `setupToken` is what those calls show.
 */
export type SignInStep =
  | { readonly next: 'done' }
  | { readonly next: 'code'; readonly sent: SentOtp }
  | { readonly next: 'phone'; readonly setupToken: string };

export async function signIn(who: { username: string; password: string }): Promise<SignInStep> {
  return stepOf(await ask({ grant_type: 'password', ...who, scope: SCOPE }));
}

export async function confirmCode(given: { username: string; otp: string; isTrusted: boolean }): Promise<SignInStep> {
  const { username, otp, isTrusted } = given;
  const form = { grant_type: 'password', action: 'validate_otp', username, otp, scope: SCOPE };
  return stepOf(await ask({ ...form, trusted: String(isTrusted) }));
}

/** Another code; the answer says where it went and when the next one may be asked for. */
export const resendCode = (username: string, method: NotificationMethod): Promise<SentOtp> =>
  api(resendLoginOtp, { body: { username, NotificationMethod: method } });

async function ask(form: Record<string, string>): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await askForTokens(form);
  } catch {
    throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  }
  const body = ((await answer.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  if (answer.ok || body.error === 'sent-otp' || body.error === 'login-required-two-factor-setup') return body;
  throw errorOfTokenAnswer(answer.status, body);
}

/** OAuth's own shape: the code stands in `error`, words in `error_description`. */
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

/** A number of seconds as an answer has it; undefined where it is none. */
function secondsOf(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isFinite(given) ? given : undefined;
}

const DEFAULT_WAIT_SECONDS = 60;

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
