import type {
  AccessToken,
  Account,
  Client,
  Configuration,
  KoaContextWithOIDC,
  ResourceServer,
  ClientMetadata,
} from 'oidc-provider';
import { API_SCOPE, findConsent, mayAskForApi } from '#server/identity/provider/client-consent.ts';
import { cookieName, cookieOf, giveTrustCookie, type NewDevice } from '#server/identity/session/trusted-device.ts';
import type { Identity } from '#server/identity/identity.ts';
import { promptsOf } from '#server/identity/provider/interaction.ts';
import { createAdapter } from '#server/identity/provider/provider-adapter.ts';
import { showError, showSignedOut, signOutBy } from '#server/identity/provider/provider-pages.ts';
import { requestFactsOf } from '#server/identity/provider/request-facts.ts';
import { SIGNING_ALGORITHM } from '#server/identity/session/signing-keys.ts';
import { interactionPath } from '#contract/identity/interaction.ts';
import { CLIENT_ID, isHttps, type Config } from '#server/platform/config/config.ts';
import { findUser, type User } from '#server/identity/user-rows.ts';
import { SESSION_SECONDS, startSession } from '#server/identity/session/user-session.ts';
import { PASSWORD_GRANT } from '#server/identity/sign-in/sign-in-steps.ts';
import { errors } from '#server/identity/provider/provider-library.ts';

/** Scopes of docs/rules.md#sign-in. */
export const SCOPES: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** Access tokens live 10 minutes (docs/rules.md#sessions). */
const ACCESS_TOKEN_SECONDS = 600;
const CODE_SECONDS = 60;
const INTERACTION_SECONDS = 15 * 60;
const ID_TOKEN_SECONDS = 60 * 60;

/** Paths of docs/rules.md#specified-calls. */
const ROUTES = {
  authorization: '/connect/authorize',
  token: '/connect/token',
  end_session: '/connect/endsession',
  revocation: '/connect/revocation',
  jwks: '/.well-known/openid-configuration/jwks',
  userinfo: '/connect/userinfo',
};

/** Returns the configuration of the OpenID library. */
export function providerOptions(identity: Identity): Configuration {
  return {
    adapter: createAdapter(identity),
    jwks: { keys: [...identity.keys.privateKeys] },
    clients: clientsOf(identity),
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    responseTypes: ['code'],
    scopes: SCOPES,
    // Puts these claims into the ID token too, because clients read them there.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['preferred_username', 'role'], email: ['email', 'email_verified'] },
    routes: ROUTES,
    features: features(identity),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Grant: SESSION_SECONDS,
      // Rotation does not extend a session.
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? SESSION_SECONDS,
      // The row of a visitor who has not signed in is kept for 15 minutes only.
      Session: (_ctx, session) => (session.accountId ? secondsLeft(identity, session.loginTs) : INTERACTION_SECONDS),
    },
    cookies: {
      keys: identity.secret.cookieKeys(),
      names: {
        session: cookieName(identity, 'session'),
        interaction: cookieName(identity, 'interaction'),
        resume: cookieName(identity, 'resume'),
      },
      long: { ...cookieOf(identity), signed: true },
      // The library limits these cookies to the path of one interaction, so two tabs can sign in at the same time.
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure: isHttps(identity.issuer) },
    },
    interactions: { url: (_ctx, interaction) => interactionPath(interaction.uid), policy: promptsOf(identity) },
    findAccount: async (_ctx, userId) => {
      const user = await findUser(identity.db, userId);
      return user && accountOf(user);
    },
    extraTokenClaims: (ctx, token) => (token.kind === 'AccessToken' ? claimsOf(identity, ctx, token) : undefined),
    // Refresh tokens end with their session. A session ends at a newer sign-in, because each user has one session.
    expiresWithSession: () => true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: (ctx) => grantOf(identity, ctx),
    clientBasedCORS: (ctx, origin, client) =>
      isOwnOrigin(identity, ctx, origin) || client.redirectUris?.some((uri) => new URL(uri).origin === origin) === true,
    renderError: (ctx, out) => showError(identity.brand, ctx, out),
  };
}

const features = (identity: Identity): Configuration['features'] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  // For tokens of other applications that may only sign people in. Tokens for the auction API are refused here.
  userinfo: { enabled: true },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: signOutBy(identity),
    postLogoutSuccessSource: (ctx) => showSignedOut(identity.brand, ctx),
  },
  resourceIndicators: {
    enabled: true,
    // A token without this resource can only read which person signed in (decision 85).
    defaultResource: (ctx, client) => (isForApi(identity, ctx, client) ? identity.audience : []),
    useGrantedResource: () => true,
    getResourceServerInfo(_ctx, resource, client) {
      const mayAsk = client.clientId === CLIENT_ID || mayAskForApi(identity.config, client.clientId);
      if (resource !== identity.audience || !mayAsk) throw new errors.InvalidTarget();
      return resourceServerOf(identity, client.clientId === CLIENT_ID ? SCOPES : [...SCOPES, API_SCOPE]);
    },
  },
});

/** Returns the settings of access tokens. They are JWTs, which the auction API itself verifies. */
export const resourceServerOf = ({ audience }: Pick<Identity, 'audience'>, scopes = SCOPES): ResourceServer => ({
  audience,
  scope: scopes.join(' '),
  accessTokenTTL: ACCESS_TOKEN_SECONDS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: SIGNING_ALGORITHM } },
});

/** Returns the library's view of a user. */
export const accountOf = (user: User): Account => ({
  accountId: user.id,
  role: user.role,
  claims: () => ({
    sub: user.id,
    preferred_username: user.username,
    role: user.role,
    email: user.email,
    // A person who signed up by phone may have typed any address. Clients that trust email addresses need this claim.
    email_verified: user.isEmailProven,
  }),
});

/**
 * Returns the extra claims of an access token: its session and the user's role. A token of another application also
 * names the consent.
 */
async function claimsOf({ db }: Identity, ctx: KoaContextWithOIDC, token: AccessToken) {
  const { accountId, clientId, sessionUid: sid } = token;
  const isForeign = clientId !== undefined && clientId !== CLIENT_ID;
  const consent = isForeign ? await findConsent(db, accountId, clientId) : undefined;
  return { sid, role: ctx.oidc.entities.Account?.role, ...(consent !== undefined && { consent }) };
}

/** Returns the seconds until a session ends. Using the session does not extend it (docs/rules.md#sessions). */
const secondsLeft = ({ clock }: Identity, loginTs: number | undefined): number =>
  Math.max(1, (loginTs ?? 0) + SESSION_SECONDS - Math.floor(clock.nowMs() / 1000));

/**
 * Returns whether a token is for the auction API. Every token of our own application is. A token of another application
 * is for the auction API only if the operator granted the scope and the request names the scope.
 */
const isForApi = ({ config }: Identity, ctx: KoaContextWithOIDC, { clientId }: Client): boolean =>
  clientId === CLIENT_ID || (mayAskForApi(config, clientId) && ctx.oidc.requestParamScopes.has(API_SCOPE));

/**
 * Returns the grant. Signing in needs no consent, because all clients are the operator's own or configured by the
 * operator. Another application needs the person's consent for the auction API. The library asks for a missing consent.
 * After a sign-in, this is the first function that stores data, so it also claims the new session.
 */
async function grantOf(identity: Identity, ctx: KoaContextWithOIDC) {
  const { provider, session, client, result } = ctx.oidc;
  if (!session?.accountId || !client) return undefined;
  if (result?.login) await claimSession(identity, ctx, { userId: session.accountId, sessionId: session.uid });
  const known = session.grantIdFor(client.clientId);
  const found = known ? await provider.Grant.find(known) : undefined;
  const isOwn = client.clientId === CLIENT_ID;
  const toApi = !isOwn && (await findConsent(identity.db, session.accountId, client.clientId)) !== undefined;
  if (found && found.getResourceScope(identity.audience).split(' ').includes(API_SCOPE) === toApi) return found;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPES.join(' '));
  grant.addResourceScope(identity.audience, [...SCOPES, ...(toApi ? [API_SCOPE] : [])].join(' '));
  await grant.save();
  return grant;
}

async function claimSession(
  identity: Identity,
  { oidc: { result, cookies } }: KoaContextWithOIDC,
  session: { userId: string; sessionId: string },
): Promise<void> {
  // `finishInteraction` set these fields.
  const { openedBy, device } = result as { openedBy?: string; device?: NewDevice };
  const started = await startSession(identity, { ...session, nowMs: identity.clock.nowMs(), openedBy, device });
  if (!started) throw new errors.LoginRequired('the password was changed meanwhile');
  const { trustToken: token } = started;
  if (token !== undefined) giveTrustCookie(identity, cookies, { userId: session.userId, token });
}

/** Returns whether an origin is this deployment's: its public address, or the host that the browser used. */
function isOwnOrigin({ issuer }: Identity, ctx: KoaContextWithOIDC, origin: string): boolean {
  if (origin === new URL(issuer).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === requestFactsOf(ctx.req).host;
}

/** Returns all clients that may request tokens: the web application and the configured ones. */
const clientsOf = (identity: Identity): ClientMetadata[] => [
  webClient(identity),
  ...identity.config.CLIENTS.map(foreignClient),
];

/**
 * The settings of a public client. All clients are public, because a browser or a desktop program cannot keep a secret.
 * They use PKCE instead of a secret.
 */
const PUBLIC = { token_endpoint_auth_method: 'none' as const };
const CODE = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code' as const] };

/**
 * Returns our web application as a client. In variant TNBX it signs people in on its own screens, and in variant GLOBAL
 * on the hosted page (docs/rules.md#sign-in).
 */
const webClient = ({ config, issuer }: Identity): ClientMetadata => ({
  ...PUBLIC,
  client_id: CLIENT_ID,
  ...(config.VARIANT === 'GLOBAL'
    ? { ...CODE, redirect_uris: [`${issuer}/callback`] }
    : { grant_types: [PASSWORD_GRANT, 'refresh_token'], response_types: [], redirect_uris: [] }),
  post_logout_redirect_uris: [`${issuer}/login`, `${issuer}/logout`],
});

const foreignClient = (client: Config['CLIENTS'][number]): ClientMetadata => ({
  ...PUBLIC,
  ...CODE,
  client_id: client.client_id,
  client_name: client.name,
  redirect_uris: client.redirect_uris,
  post_logout_redirect_uris: client.post_logout_redirect_uris,
});
