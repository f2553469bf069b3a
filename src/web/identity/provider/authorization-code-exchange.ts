import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { DEVICE_HEADER } from '#contract/identity/identity.ts';
import { SCOPE } from '#web/identity/sign-in/sign-in.ts';
import { env } from '#web/platform/page/env.ts';
import { deviceFingerprint, tokensOfReply } from '#web/platform/session/tokens.ts';
import { SignInFailed } from '#web/identity/provider/sign-in-failed.ts';

/** Returns the provider's addresses and features, in the form that the OAuth library takes. */
function authorizationServer(): AuthorizationServer {
  const { issuer } = env();
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    authorization_response_iss_parameter_supported: true,
    id_token_signing_alg_values_supported: ['ES256'],
  };
}

/** Returns the address to which the provider redirects the browser after the sign-in. */
const redirectUri = (): string => `${env().issuer}/callback`;

/** Starts a sign-in. Returns the state that the tab stores, and the provider's address. */
export async function beginAuthorization(
  target: string | undefined,
): Promise<{ begun: PendingAuthorization; address: string }> {
  const begun: PendingAuthorization = {
    state: generateRandomState(),
    nonce: generateRandomNonce(),
    verifier: generateRandomCodeVerifier(),
    target,
  };
  const request = new URLSearchParams({
    client_id: env().clientId,
    response_type: 'code',
    scope: SCOPE,
    redirect_uri: redirectUri(),
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    state: begun.state,
    nonce: begun.nonce,
  });
  return { begun, address: `${authorizationServer().authorization_endpoint}?${request.toString()}` };
}

/** Exchanges the authorization code in the provider's answer for tokens. */
export async function exchangeAuthorizationCode(
  answered: URLSearchParams,
  { state, nonce, verifier, target }: PendingAuthorization,
) {
  const client = { client_id: env().clientId };
  try {
    const parameters = validateAuthResponse(authorizationServer(), client, answered, state);
    const to = [authorizationServer(), client, None(), parameters, redirectUri(), verifier] as const;
    const answer = await authorizationCodeGrantRequest(...to, {
      headers: { [DEVICE_HEADER]: deviceFingerprint() },
      // Allows http in development, where there is no certificate and the issuer is this machine.
      [allowInsecureRequests]: env().issuer.startsWith('http:'),
    });
    const checks = { expectedNonce: nonce, requireIdToken: true };
    return tokensOfReply(await processAuthorizationCodeResponse(authorizationServer(), client, answer, checks));
  } catch (thrown) {
    const isDenied = thrown instanceof AuthorizationResponseError && thrown.error === 'access_denied';
    if (isDenied) throw new SignInFailed('denied', target);
    throw new SignInFailed(thrown instanceof TypeError ? 'unreachable' : 'refused', target);
  }
}

/** The state that a tab stores while the browser is at the provider. */
export type PendingAuthorization = { state: string; nonce: string; verifier: string; target: string | undefined };
