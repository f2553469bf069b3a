import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { DEVICE_HEADER } from '#contract/identity.ts';
import { firstMethod, needsTwoFactorSetup } from '#domain/identity/notification-method.ts';
import { Refused } from '#server/platform/refused.ts';
import { languageOf, type Language } from '#server/platform/words.ts';
import { checkPassword } from '#server/identity/check-password.ts';
import type { Identity } from '#server/identity/identity.ts';
import { issueTokens } from '#server/identity/issue-tokens.ts';
import { openSecondStep, tryLoginCode, type SecondStep } from '#server/identity/login-code.ts';
import { SCOPES } from '#server/identity/provider-options.ts';
import { factsOf } from '#server/identity/request-facts.ts';
import { SignInRefused } from '#server/identity/sign-in-refused.ts';
import { issueTicket } from '#server/identity/ticket.ts';
import { trustCookieOf, trustDevice, TRUSTED_SECONDS } from '#server/identity/trusted-device.ts';
import { findUserByName, reachOf } from '#server/identity/user-rows.ts';

export const PASSWORD_GRANT = 'password';
const PARAMETERS = ['username', 'password', 'action', 'otp', 'trusted', 'scope'] as const;
type GrantParameters = { [Name in (typeof PARAMETERS)[number]]?: string };
type GrantContext = TokenEndpointGrantContext<GrantParameters>;
export const PASSWORD_GRANT_PARAMETERS: readonly string[] = PARAMETERS;

const FINGERPRINT_MAX = 300;

/**
 * Signing in on our own screens (specification 7, rules 6). Step 1: username and password, which a trusted device needs
 * nothing beside; any other is sent a code. Step 2 (`action=validate_otp`): that code, without the password.
 */
export function createPasswordGrant(identity: Identity): (ctx: GrantContext) => Promise<void> {
  return async (ctx) => {
    const language = languageOf(ctx.get('accept-language'));
    try {
      const request = readRequest(ctx, language);
      await (ctx.oidc.params.action === undefined
        ? firstStep(identity, ctx, request)
        : secondStep(identity, ctx, request));
    } catch (thrown) {
      throw thrown instanceof Refused ? inWords(thrown, language) : thrown;
    }
  };
}

type SignInRequest = { readonly language: Language; readonly fingerprint: string };

function readRequest(ctx: GrantContext, language: Language): SignInRequest {
  const given = Object.values(ctx.oidc.params);
  if (given.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new errors.InvalidRequest('malformed text');
  // A form on a foreign page can't send this header, so nobody is signed in without meaning to be.
  const fingerprint = ctx.get(DEVICE_HEADER).slice(0, FINGERPRINT_MAX);
  if (fingerprint === '') throw new SignInRefused('device_fingerprint_required', language);
  return { language, fingerprint };
}

async function firstStep(identity: Identity, ctx: GrantContext, request: SignInRequest): Promise<void> {
  const { username, password, scope } = ctx.oidc.params;
  if (!username || !password) throw new errors.InvalidRequest('username and password are required');
  const { user, isTrustedDevice } = await checkPassword(identity, {
    ...request,
    username,
    password,
    address: factsOf(ctx.req).address,
    cookie: (name) => ctx.oidc.cookies.get(name, { signed: false }),
  });
  const wanted = scopeOf(scope);
  const { fingerprint, language } = request;
  const step = { user, clientId: ctx.oidc.client.clientId, fingerprint, scope: wanted };
  if (isTrustedDevice) {
    await leadThroughSetup(identity, step, language);
    return issueTokens(identity, ctx, { user, scope: wanted, amr: ['pwd'] });
  }
  const method = firstMethod(reachOf(identity.config, user));
  const sent = await openSecondStep(identity, { ...step, language, method });
  throw new SignInRefused('sent-otp', language, sent);
}

async function secondStep(identity: Identity, ctx: GrantContext, request: SignInRequest): Promise<void> {
  const { action, username, otp, trusted } = ctx.oidc.params;
  if (action !== 'validate_otp' || !username || !otp) throw new errors.InvalidRequest('otp and username are required');
  const user = await findUserByName(identity.db, username);
  // Nobody's username answers like one whose second step isn't open.
  if (!user) throw new Refused('otp_expired');
  const step = { user, clientId: ctx.oidc.client.clientId, fingerprint: request.fingerprint };
  const scope = await tryLoginCode(identity, { ...step, code: otp });
  await leadThroughSetup(identity, { ...step, scope }, request.language);
  if (trusted === 'true') await rememberDevice(identity, ctx, { userId: user.id, fingerprint: request.fingerprint });
  await issueTokens(identity, ctx, { user, scope, amr: ['pwd', 'otp'] });
}

/** Only who has proven to be there in two ways may set up the phone that later codes go to (rules 6). */
async function leadThroughSetup(
  { db, clock, config }: Identity,
  { user, fingerprint, clientId, scope }: SecondStep & { scope: string },
  language: Language,
): Promise<void> {
  if (!needsTwoFactorSetup(reachOf(config, user))) return;
  const ticket = { purpose: 'two_factor_setup', userId: user.id, fingerprint, detail: { clientId, scope } } as const;
  const secret = await db.transaction().execute((own) => issueTicket(own, ticket, clock.nowMs()));
  throw new SignInRefused('login-required-two-factor-setup', language, { setup_token: secret });
}

async function rememberDevice(
  { db, clock, issuer }: Identity,
  ctx: GrantContext,
  device: { userId: string; fingerprint: string },
): Promise<void> {
  const token = await trustDevice(db, { ...device, userAgent: ctx.get('user-agent'), nowMs: clock.nowMs() });
  const options = {
    path: '/connect',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: issuer.startsWith('https:'),
    signed: false,
    overwrite: true,
    maxAge: TRUSTED_SECONDS * 1000,
  };
  ctx.oidc.cookies.set(trustCookieOf(device.userId), token, options);
}

/** Of the scopes that were asked for those that there are; all of them where none was named. */
function scopeOf(asked: string | undefined): string {
  const wanted = asked?.split(' ').filter((scope) => SCOPES.includes(scope));
  return (wanted?.length ? wanted : SCOPES).join(' ');
}

function inWords({ code, params }: Refused, language: Language): SignInRefused {
  const seconds = Number(params?.seconds ?? 0);
  if (seconds === 0) return new SignInRefused(code, language);
  const member = code === 'otp_resend_too_soon' ? 'resend_after_seconds' : 'retry_after_seconds';
  return new SignInRefused(code, language, { [member]: seconds });
}
