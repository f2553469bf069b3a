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

/** The protocol's part of a sign-in by authorization code: loaded by who signs in, not by who works. */
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

const redirectUri = (): string => `${env().issuer}/callback`;

/** A new sign-in: what the tab remembers, and where it goes. */
export async function begin(target: string | undefined): Promise<{ begun: Begun; address: string }> {
  const begun: Begun = {
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
  return { begun, address: `${provider().authorization_endpoint}?${request.toString()}` };
}

/** The tokens for what the provider answered. */
export async function exchange(answered: URLSearchParams, { state, nonce, verifier, target }: Begun) {
  const client = { client_id: env().clientId };
  try {
    const parameters = validateAuthResponse(provider(), client, answered, state);
    const to = [provider(), client, None(), parameters, redirectUri(), verifier] as const;
    const answer = await authorizationCodeGrantRequest(...to, {
      headers: { [DEVICE_HEADER]: deviceFingerprint() },
      // Development has no certificate; there the issuer is this machine.
      [allowInsecureRequests]: env().issuer.startsWith('http:'),
    });
    const checks = { expectedNonce: nonce, requireIdToken: true };
    return tokensOfReply(await processAuthorizationCodeResponse(provider(), client, answer, checks));
  } catch (thrown) {
    const isDenied = thrown instanceof AuthorizationResponseError && thrown.error === 'access_denied';
    if (isDenied) throw new SignInFailed('denied', target);
    throw new SignInFailed(thrown instanceof TypeError ? 'unreachable' : 'refused', target);
  }
}

/** What a tab remembers while it is away at the provider. */
export type Begun = { state: string; nonce: string; verifier: string; target: string | undefined };
