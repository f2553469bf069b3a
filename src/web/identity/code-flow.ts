import type { AuthorizationServer } from 'oauth4webapi';
import { DEVICE_HEADER } from '#contract/identity.ts';
import { SCOPE } from '#web/identity/sign-in.ts';
import { storageKey } from '#web/platform/browser-storage.ts';
import { env } from '#web/platform/env.ts';
import { keepTokens } from '#web/platform/session.ts';
import { deviceFingerprint, tokensOfReply } from '#web/platform/tokens.ts';

/** Loaded by who signs in, not by who works. */
const loadOauth = () => import('oauth4webapi');

/** Why a sign-in by authorization code came to nothing; each has its words. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly why: 'denied' | 'lost' | 'refused' | 'unreachable';
  /** Where the person wanted to go. */
  readonly target: string | undefined;

  constructor(why: SignInFailed['why'], target?: string) {
    super(why);
    this.why = why;
    this.target = target;
  }
}

/** What a tab remembers while it is away at the provider. */
type Begun = { state: string; nonce: string; verifier: string; target: string | undefined };

const callbackOf = (issuer: string): string => `${issuer}/callback`;

function provider(): AuthorizationServer {
  const { issuer } = env();
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/**
 * Leaves for the provider's sign-in. What proves afterwards that this tab began it stays here. The page is replaced, so
 * that going back leads to where the person was before.
 */
export async function leaveForProvider(target: string | undefined): Promise<void> {
  const { issuer, clientId } = env();
  // Only pages of the issuer's own origin may come back: another name of this server hands over to it.
  if (new URL(issuer).origin !== location.origin) {
    location.replace(issuer + location.pathname + location.search);
    return;
  }
  const oauth = await loadOauth();
  const begun: Begun = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    target,
  };
  const request = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: SCOPE,
    redirect_uri: callbackOf(issuer),
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
  });
  sessionStorage.setItem(storageKey('signIn'), JSON.stringify(begun));
  location.replace(`${provider().authorization_endpoint}?${request.toString()}`);
}

const underWay = new Map<string, Promise<string | undefined>>();

/**
 * Back from the provider: exchanges the code for tokens and gives where the person wanted to go. Once for each address,
 * however often the router asks; an address that this tab didn't ask for is refused.
 */
export function finishSignIn(search: string): Promise<string | undefined> {
  const before = underWay.get(search);
  if (before) return before;
  const finishing = exchange(new URLSearchParams(search), takeBegun());
  underWay.set(search, finishing);
  return finishing;
}

/** Each beginning has one end: what comes a second time finds nothing. */
function takeBegun(): Begun | undefined {
  const text = sessionStorage.getItem(storageKey('signIn'));
  sessionStorage.removeItem(storageKey('signIn'));
  return text === null ? undefined : (JSON.parse(text) as Begun);
}

async function exchange(answered: URLSearchParams, begun: Begun | undefined): Promise<string | undefined> {
  if (!begun || answered.get('state') !== begun.state) throw new SignInFailed('lost');
  const { target } = begun;
  const oauth = await loadOauth();
  const client = { client_id: env().clientId };
  try {
    const parameters = oauth.validateAuthResponse(provider(), client, answered, begun.state);
    const answer = await oauth.authorizationCodeGrantRequest(
      provider(),
      client,
      oauth.None(),
      parameters,
      callbackOf(env().issuer),
      begun.verifier,
      {
        headers: { [DEVICE_HEADER]: deviceFingerprint() },
        // Development has no certificate; there the issuer is this machine.
        [oauth.allowInsecureRequests]: env().issuer.startsWith('http:'),
      },
    );
    const tokens = await oauth.processAuthorizationCodeResponse(provider(), client, answer, {
      expectedNonce: begun.nonce,
      requireIdToken: true,
    });
    keepTokens(tokensOfReply(tokens));
    return target;
  } catch (thrown) {
    const isDenied = thrown instanceof oauth.AuthorizationResponseError && thrown.error === 'access_denied';
    if (isDenied) throw new SignInFailed('denied', target);
    throw new SignInFailed(thrown instanceof TypeError ? 'unreachable' : 'refused', target);
  }
}
