import * as client from 'openid-client';
import type { Config } from '#server/platform/config/config.ts';
import type { Secret } from '#server/identity/session/secret.ts';

/** A person, as the foreign provider describes the person. */
export type ForeignPerson = {
  readonly issuer: string;
  readonly subject: string;
  /** Set only if the provider has verified the address. */
  readonly email: string | undefined;
  readonly username: string | undefined;
  readonly idToken: string;
};

/** Our interaction for which a person signs in at the foreign provider. */
type Purpose = { readonly uid: string; readonly mustSignIn: boolean; readonly loginHint: string | undefined };

/** A configured OpenID provider that signs our users in. Our service is a client of this provider (decision 6). */
export type ForeignProvider = {
  /** Returns the address of the provider at which the browser signs in. */
  begin(purpose: Purpose): Promise<URL>;
  /** Returns the person who came back with this query. Throws if the provider refused, or if a check fails. */
  finish(query: URLSearchParams): Promise<ForeignPerson>;
  /** Returns the provider's sign-out address, to which the browser is sent; undefined if the provider has none. */
  signOut(idToken: string, state: string): Promise<URL | undefined>;
};

export const FOREIGN_CALLBACK = '/connect/foreign/callback';
export const FOREIGN_SIGNED_OUT = '/connect/foreign/signed-out';

const SCOPES = ['openid', 'profile', 'email'];
/** Timeout in seconds for each answer of the provider. */
const TIMEOUT_SECONDS = 10;

/** Returns the client of the configured provider. */
export function createForeignProvider(
  config: Config,
  issuer: string,
  secret: Secret,
  timeoutSeconds = TIMEOUT_SECONDS,
): ForeignProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return undefined;
  const load = remember(() =>
    discover({ issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, timeoutSeconds }),
  );
  // Nothing is stored while the person is away. Both values are derived from the state and the secret.
  const verifierOf = (state: string): string => secret.mac('foreign verifier', state);
  const nonceOf = (state: string): string => secret.mac('foreign nonce', state);
  return {
    async begin({ uid, mustSignIn, loginHint }) {
      const there = await load();
      const state = `${uid}.${client.randomState()}`;
      return client.buildAuthorizationUrl(there, {
        redirect_uri: issuer + FOREIGN_CALLBACK,
        scope: scopeFor(there.serverMetadata().scopes_supported),
        state,
        nonce: nonceOf(state),
        code_challenge: await client.calculatePKCECodeChallenge(verifierOf(state)),
        code_challenge_method: 'S256',
        ...(mustSignIn && { prompt: 'login' }),
        ...(loginHint && { login_hint: loginHint }),
      });
    },
    async finish(query) {
      const there = await load();
      const state = query.get('state') ?? '';
      const address = new URL(`${issuer}${FOREIGN_CALLBACK}?${query.toString()}`);
      const tokens = await client.authorizationCodeGrant(there, address, {
        expectedState: state,
        expectedNonce: nonceOf(state),
        pkceCodeVerifier: verifierOf(state),
        idTokenExpected: true,
      });
      return readPerson(there, tokens);
    },
    async signOut(idToken, state) {
      const there = await load();
      if (there.serverMetadata().end_session_endpoint === undefined) return undefined;
      const post_logout_redirect_uri = issuer + FOREIGN_SIGNED_OUT;
      return client.buildEndSessionUrl(there, { post_logout_redirect_uri, id_token_hint: idToken, state });
    },
  };
}

/** Loads the provider's metadata once. A failed load is repeated on the next call. */
function remember<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((failure: unknown) => {
      loaded = undefined;
      throw failure;
    });
    return loaded;
  };
}

/**
 * Returns whether the provider could not be reached: no connection, a timeout, or a server error. Then a retry may
 * help. Returns false if the provider refused or sent something invalid.
 */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { cause } = thrown;
  if (cause instanceof Response) return cause.status >= 500;
  const isTimeout = 'code' in thrown && thrown.code === 'OAUTH_TIMEOUT';
  return isTimeout || thrown instanceof TypeError || cause instanceof TypeError || isOutage(cause);
}

type Known = { issuer: string; clientId: string; clientSecret: string | undefined; timeoutSeconds: number };

function discover({ issuer, clientId, clientSecret, timeoutSeconds }: Known): Promise<client.Configuration> {
  const proof = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
  const isPlain = issuer.startsWith('http:');
  return client.discovery(new URL(issuer), clientId, undefined, proof, {
    timeout: timeoutSeconds,
    // Makes the library check the signature of ID tokens. TLS alone is not enough.
    execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
  });
}

const scopeFor = (known: string[] | undefined): string =>
  SCOPES.filter((scope) => known === undefined || known.includes(scope)).join(' ');

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

async function readPerson(there: client.Configuration, tokens: Tokens): Promise<ForeignPerson> {
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new Error('the foreign provider sent no ID token');
  const { sub: subject, iss: issuer } = claims;
  // Many providers put only the subject into the ID token. The other claims come from the userinfo endpoint.
  const hasMore = there.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await client.fetchUserInfo(there, tokens.access_token, subject) : {};
  const told: Record<string, unknown> = { ...claims, ...more };
  return {
    issuer,
    subject,
    email: told.email_verified === true && typeof told.email === 'string' ? told.email : undefined,
    username: typeof told.preferred_username === 'string' ? told.preferred_username : undefined,
    idToken: tokens.id_token,
  };
}
