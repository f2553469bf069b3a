import type { Provider, TokenEndpointGrantContext } from 'oidc-provider';
import { Refused } from '#server/platform/http/refused.ts';
import { cookieOf } from '#server/identity/session/cookie-of.ts';
import type { Identity } from '#server/identity/identity.ts';
import { accountOf, resourceServerOf } from '#server/identity/provider/provider-options.ts';
import type { User } from '#server/identity/user-rows.ts';
import { giveTrustCookie, type NewDevice } from '#server/identity/session/trusted-device.ts';
import { passwordKey, SESSION_SECONDS, startSession } from '#server/identity/session/user-session.ts';

type SignedIn = {
  readonly user: User;
  readonly scope: string;
  readonly amr: string[];
  /** A device to trust from now on. */
  readonly device?: NewDevice | undefined;
};

/**
 * A new session with its tokens, the same objects of the library that a sign-in by authorization code makes: so
 * refreshing, revoking, signing out and a silent sign-in by code work alike for both.
 */
export async function issueTokens(
  identity: Identity,
  ctx: TokenEndpointGrantContext,
  signedIn: SignedIn,
): Promise<void> {
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
  // The type declarations know no scope here; without it the claims are left out.
  Object.assign(token, { scope });
  for (const [name, value] of Object.entries({ sid, amr, auth_time: authTime })) token.set(name, value);
  return token.issue({ use: 'idtoken' });
}

function setSessionCookie(identity: Identity, ctx: TokenEndpointGrantContext, sessionId: string): void {
  const options = { ...cookieOf(identity), signed: true, maxAge: SESSION_SECONDS * 1000, overwrite: true };
  ctx.oidc.cookies.set(ctx.oidc.provider.cookieName('session'), sessionId, options);
}
