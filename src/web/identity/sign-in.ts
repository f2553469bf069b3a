import { isErrorCode } from '#contract/errors.ts';
import { DEVICE_HEADER, type NotificationMethod, type SentOtp } from '#contract/identity.ts';
import { ApiError, errorOfAnswer } from '#web/platform/api-error.ts';
import { reach } from '#web/platform/api.ts';
import { env } from '#web/platform/env.ts';
import { languageStore } from '#web/platform/language.ts';
import { keepTokens } from '#web/platform/session.ts';
import { askForTokens, deviceFingerprint, identityUrl, tokensOfReply } from '#web/platform/tokens.ts';

/** Scopes of specification 7. */
const SCOPE = 'openid profile email offline_access';

/** `codeSent`: this device isn't trusted yet, a one-time code is on its way. */
export type SignInStep = { readonly next: 'done' } | { readonly next: 'code'; readonly sent: SentOtp };

export async function signIn(who: { username: string; password: string }): Promise<SignInStep> {
  return stepOf(await ask({ grant_type: 'password', ...who, scope: SCOPE }));
}

export async function confirmCode(given: { username: string; otp: string; isTrusted: boolean }): Promise<SignInStep> {
  const { username, otp, isTrusted } = given;
  const form = { grant_type: 'password', action: 'validate_otp', username, otp, scope: SCOPE };
  return stepOf(await ask({ ...form, trusted: String(isTrusted) }));
}

/** Another code; the answer says where it went and when the next one may be asked for. */
export async function resendCode(username: string, method: NotificationMethod): Promise<SentOtp> {
  const answer = await reach(identityUrl('/api/auth/resend-login-otp'), {
    method: 'POST',
    credentials: 'include',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': languageStore.get(),
      [DEVICE_HEADER]: deviceFingerprint(),
    },
    body: JSON.stringify({ username, NotificationMethod: method, client_id: env().clientId }),
  });
  const body = (await answer.json().catch(() => undefined)) as { data?: SentOtp } | undefined;
  if (!answer.ok || !body?.data) throw errorOfAnswer(answer.status, body);
  return body.data;
}

async function ask(form: Record<string, string>): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await askForTokens(form);
  } catch {
    throw new ApiError(navigator.onLine ? 'no_response' : 'connection_lost', {});
  }
  const body = ((await answer.json().catch(() => undefined)) ?? {}) as Record<string, unknown>;
  if (answer.ok || body.error === 'sent-otp') return body;
  throw errorOfTokenAnswer(answer.status, body);
}

/** OAuth's own shape: the code stands in `error`, words in `error_description`. */
function errorOfTokenAnswer(status: number, body: Record<string, unknown>): ApiError {
  const codes = [body.error, body.error_description, body.code].filter((code) => typeof code === 'string');
  const code = codes.find(isErrorCode);
  const said = body.error_description ?? body.message;
  return new ApiError(code ?? (status === 429 ? 'too_many_requests' : 'internal'), {
    status,
    message: typeof said === 'string' ? said : '',
  });
}

const DEFAULT_WAIT_SECONDS = 60;

function stepOf(body: Record<string, unknown>): SignInStep {
  if (body.error === 'sent-otp') {
    const sent: SentOtp = {
      notification_method: body.notification_method === 'sms' ? 'sms' : 'email',
      notification_target: typeof body.notification_target === 'string' ? body.notification_target : '',
      resend_after_seconds: Number(body.resend_after_seconds ?? DEFAULT_WAIT_SECONDS),
    };
    return { next: 'code', sent };
  }
  keepTokens(tokensOfReply(body as { access_token: string }));
  return { next: 'done' };
}
