import type { TokenEndpointGrantContext, Provider } from 'oidc-provider';
import { readFingerprint, requireFingerprint } from '#server/platform/http/fingerprint.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { Language } from '#domain/basics/language.ts';
import { languageOf } from '#server/platform/http/words.ts';
import type { Identity } from '#server/identity/identity.ts';
import { SCOPES, accountOf, resourceServerOf } from '#server/identity/provider/provider-options.ts';
import { requestFactsOf } from '#server/identity/provider/request-facts.ts';
import {
  SignInRefused,
  openTwoFactorSetup,
  checkCodeStep,
  checkPasswordStep,
} from '#server/identity/sign-in/sign-in-steps.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { User } from '#server/identity/user-rows.ts';
import { cookieOf, giveTrustCookie, type NewDevice } from '#server/identity/session/trusted-device.ts';
import { passwordKey, SESSION_SECONDS, startSession } from '#server/identity/session/user-session.ts';
import { errors } from '#server/identity/provider/provider-library.ts';

const PARAMETERS = ['username', 'password', 'action', 'otp', 'trusted', 'scope'] as const;
type GrantParameters = { [Name in (typeof PARAMETERS)[number]]?: string };
type GrantContext = TokenEndpointGrantContext<GrantParameters>;
export const PASSWORD_GRANT_PARAMETERS: readonly string[] = PARAMETERS;

/**
 * Returns the grant for signing in on our own screens (docs/rules.md#sign-in, docs/rules.md#one-time-codes). Step 1
 * takes the username and the password. A trusted device is then signed in; any other device gets a one-time code. Step
 * 2 (`action=validate_otp`) takes this code without the password.
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
  return { language, fingerprint: requireFingerprint(readFingerprint(ctx.req.headers)) };
}

async function firstStep(identity: Identity, ctx: GrantContext, request: SignInRequest): Promise<void> {
  const { username, password, scope } = ctx.oidc.params;
  if (!username || !password) throw new errors.InvalidRequest('username and password are required');
  const wanted = scopeOf(scope);
  const { user, sent } = await checkPasswordStep(identity, {
    ...request,
    username,
    password,
    scope: wanted,
    clientId: ctx.oidc.client.clientId,
    address: requestFactsOf(ctx.req).address,
    cookie: (name) => ctx.oidc.cookies.get(name, { signed: false }),
  });
  if (sent) throw new SignInRefused('sent-otp', request.language, sent);
  await leadThroughSetup(identity, ctx, { ...request, user, scope: wanted });
  return issueTokens(identity, ctx, { user, scope: wanted, amr: ['pwd'] });
}

async function secondStep(identity: Identity, ctx: GrantContext, request: SignInRequest): Promise<void> {
  const { action, username, otp, trusted } = ctx.oidc.params;
  if (action !== 'validate_otp' || !username || !otp) throw new errors.InvalidRequest('otp and username are required');
  const { address } = requestFactsOf(ctx.req);
  const given = { ...request, username, otp, address, clientId: ctx.oidc.client.clientId };
  const { user, scope } = await checkCodeStep(identity, given);
  await leadThroughSetup(identity, ctx, { ...request, user, scope });
  const device = { hash: sha256(request.fingerprint), userAgent: ctx.get('user-agent') };
  await issueTokens(identity, ctx, {
    user,
    scope,
    amr: ['pwd', 'otp'],
    device: trusted === 'true' ? device : undefined,
  });
}

async function leadThroughSetup(
  identity: Identity,
  ctx: GrantContext,
  { language, ...step }: SignInRequest & { user: User; scope: string },
): Promise<void> {
  const secret = await openTwoFactorSetup(identity, { ...step, clientId: ctx.oidc.client.clientId });
  if (secret !== undefined)
    throw new SignInRefused('login-required-two-factor-setup', language, { setup_token: secret });
}

/** Returns the requested scopes that exist, or all scopes if none of them exists or none was requested. */
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

type SignedIn = {
  readonly user: User;
  readonly scope: string;
  readonly amr: string[];
  /** A device to trust from now on. */
  readonly device?: NewDevice | undefined;
};

/**
 * Starts a session and issues its tokens. Uses the same objects of the library as a sign-in by authorization code. So
 * refresh, revocation, sign-out and silent sign-in work after both kinds of sign-in.
 */
async function issueTokens(identity: Identity, ctx: TokenEndpointGrantContext, signedIn: SignedIn): Promise<void> {
  const { provider, client } = ctx.oidc;
  const { user, scope, amr, device } = signedIn;
  const session = new provider.Session();
  const openedBy = passwordKey(user.passwordHash);
  const asked = { userId: user.id, sessionId: session.uid, nowMs: identity.clock.nowMs(), openedBy, device };
  const started = await startSession(identity, asked);
  if (!started) throw new Refused('invalid_username_or_password');
  const { trustToken: token } = started;
  if (token !== undefined) giveTrustCookie(identity, ctx.oidc.cookies, { userId: user.id, token });
  session.loginAccount({ accountId: user.id, amr });
  session.ensureClientContainer(client.clientId);
  const grant = new provider.Grant({ accountId: user.id, clientId: client.clientId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(identity.audience, scope);
  const grantId = await grant.save();
  session.grantIdFor(client.clientId, grantId);
  setSessionCookie(identity, ctx, await session.save(SESSION_SECONDS));
  ctx.oidc.entity('Account', accountOf(user));
  ctx.oidc.entity('Grant', grant);
  const common = {
    accountId: user.id,
    client,
    expiresWithSession: true,
    grantId,
    gty: 'password',
    sessionUid: session.uid,
    sid: session.sidFor(client.clientId),
    scope,
  };
  const authTime = session.loginTs;
  const accessToken = new provider.AccessToken({ ...common, resourceServer: resourceServer(identity, provider) });
  ctx.oidc.entity('AccessToken', accessToken);
  const refreshToken = new provider.RefreshToken({
    ...common,
    resource: identity.audience,
    amr,
    authTime,
    rotations: 0,
  });
  ctx.oidc.entity('RefreshToken', refreshToken);
  ctx.body = {
    access_token: await accessToken.save(),
    refresh_token: await refreshToken.save(),
    id_token: scope.includes('openid') ? await idToken(ctx, { ...signedIn, authTime, sid: common.sid }) : undefined,
    expires_in: accessToken.expiration,
    token_type: 'Bearer',
    scope,
  };
}

const resourceServer = (identity: Identity, provider: Provider) =>
  new provider.ResourceServer(identity.audience, resourceServerOf(identity));

async function idToken(
  ctx: TokenEndpointGrantContext,
  { user, scope, amr, authTime, sid }: SignedIn & { authTime: number | undefined; sid: string | undefined },
): Promise<string> {
  const claims = await accountOf(user).claims('id_token', scope, {}, []);
  const token = new ctx.oidc.provider.IdToken({ ...claims }, { ctx });
  // The types do not have `scope` here, but without it the claims would be missing in the token.
  Object.assign(token, { scope });
  for (const [name, value] of Object.entries({ sid, amr, auth_time: authTime })) token.set(name, value);
  return token.issue({ use: 'idtoken' });
}

function setSessionCookie(identity: Identity, ctx: TokenEndpointGrantContext, sessionId: string): void {
  const options = { ...cookieOf(identity), signed: true, maxAge: SESSION_SECONDS * 1000, overwrite: true };
  ctx.oidc.cookies.set(ctx.oidc.provider.cookieName('session'), sessionId, options);
}
