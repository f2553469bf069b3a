import { errors, type Account, type Configuration, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { CLIENT_ID } from '#server/platform/config.ts';
import type { Identity } from '#server/identity/identity.ts';
import { createAdapter } from '#server/identity/provider-adapter.ts';
import { askToSignOut, showError, showSignedOut } from '#server/identity/provider-pages.ts';
import { factsOf } from '#server/identity/request-facts.ts';
import { SIGNING_ALGORITHM } from '#server/identity/signing-keys.ts';
import { findUser, type User } from '#server/identity/user-rows.ts';
import { SESSION_SECONDS } from '#server/identity/user-session.ts';

/** Scopes of specification 7. */
export const SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** Rules 6: access tokens live 10 minutes. */
export const ACCESS_TOKEN_SECONDS = 600;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 15 * 60;
const ID_TOKEN_SECONDS = 60 * 60;

/** Paths of specification 7. */
export const ROUTES = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  end_session: '/connect/endsession',
  revocation: '/connect/revocation',
  jwks: '/.well-known/openid-configuration/jwks',
};

export function providerOptions(identity: Identity): Configuration {
  return {
    adapter: createAdapter(identity),
    jwks: { keys: [...identity.keys.privateKeys] },
    clients: [webClient(identity)],
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    responseTypes: ['code'],
    scopes: SCOPES,
    claims: { openid: ['sub'], profile: ['preferred_username', 'role'], email: ['email'] },
    routes: ROUTES,
    features: features(identity),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Grant: SESSION_SECONDS,
      // Rotating doesn't lengthen: a session ends when it was to end.
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? SESSION_SECONDS,
      // A stranger's visit to the sign-in or sign-out page needs no row for a month.
      Session: (_ctx, session) => (session.accountId ? SESSION_SECONDS : INTERACTION_SECONDS),
    },
    cookies: {
      keys: identity.secret.cookieKeys(),
      names: { session: 'greenlot_session', interaction: 'greenlot_interaction', resume: 'greenlot_resume' },
      long: sessionCookieOf(identity),
      // Our sign-in page and its calls will both need to see the interaction.
      short: { ...sessionCookieOf(identity), path: '/' },
    },
    interactions: { url: (_ctx, interaction) => `/login?interaction=${interaction.uid}` },
    findAccount: async (_ctx, userId) => {
      const user = await findUser(identity.db, userId);
      return user && accountOf(user);
    },
    extraTokenClaims: (ctx, token) =>
      token.kind === 'AccessToken' ? { sid: token.sessionUid, role: ctx.oidc.entities.Account?.role } : undefined,
    // A refresh token dies with the session, and the session with a newer sign-in: one session a user.
    expiresWithSession: () => true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: (ctx) => grantOfFirstParty(identity, ctx),
    clientBasedCORS: (ctx, origin) => isOwnOrigin(identity, ctx, origin),
    renderError: showError,
  };
}

const features = (identity: Identity): Configuration['features'] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  // The built-in page refuses JWT access tokens.
  userinfo: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut, postLogoutSuccessSource: showSignedOut },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => identity.audience,
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx, resource) {
      if (resource !== identity.audience) throw new errors.InvalidTarget();
      return resourceServerOf(identity);
    },
  },
});

/** The web application: public, ours, so nobody is asked for consent. */
const webClient = ({ issuer }: Identity) => ({
  client_id: CLIENT_ID,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['password', 'refresh_token', 'authorization_code'],
  response_types: ['code' as const],
  redirect_uris: [`${issuer}/callback`],
  post_logout_redirect_uris: [`${issuer}/login`, `${issuer}/logout`],
});

/** Access tokens are JWTs for the auction API, which verifies them itself. */
export const resourceServerOf = ({ audience }: Pick<Identity, 'audience'>): ResourceServer => ({
  audience,
  scope: SCOPES.join(' '),
  accessTokenTTL: ACCESS_TOKEN_SECONDS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: SIGNING_ALGORITHM } },
});

/** A user in the library's eyes. */
export const accountOf = (user: User): Account => ({
  accountId: user.id,
  role: user.role,
  claims: () => ({ sub: user.id, preferred_username: user.username, role: user.role, email: user.email }),
});

/** The library's own session cookie: only its paths see it. */
export const sessionCookieOf = ({ issuer }: Pick<Identity, 'issuer'>) => ({
  signed: true,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: issuer.startsWith('https:'),
  path: '/connect',
});

async function grantOfFirstParty(identity: Identity, ctx: KoaContextWithOIDC) {
  const { provider, session, client } = ctx.oidc;
  if (!session?.accountId || !client) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known ? await provider.Grant.find(known) : undefined;
  if (found) return found;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPES.join(' '));
  grant.addResourceScope(identity.audience, SCOPES.join(' '));
  await grant.save();
  return grant;
}

/** Pages of this deployment, by its public name or by the one that the browser used. */
function isOwnOrigin({ issuer }: Identity, ctx: KoaContextWithOIDC, origin: string): boolean {
  if (origin === new URL(issuer).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === factsOf(ctx.req).host;
}
