import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT, type JWK } from 'jose';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import type { Identity } from '#server/identity/identity.ts';
import { SIGNING_ALGORITHM } from '#server/identity/session/signing-keys.ts';
import { startSession } from '#server/identity/session/user-session.ts';

/** Creates a session and an access token, like a sign-in, but without password and one-time code. */
export async function tokenFor(identity: Identity, userId: string, lifetime = '10 minutes'): Promise<string> {
  const sessionId = randomUUID();
  await startSession(identity, { userId, sessionId, nowMs: identity.clock.nowMs() });
  const key: JWK = identity.keys.privateKeys[0] ?? {};
  return new SignJWT({ sid: sessionId, client_id: CLIENT_ID })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', ...(key.kid && { kid: key.kid }) })
    .setIssuer(identity.issuer)
    .setAudience(identity.audience)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(await importJWK(key, SIGNING_ALGORITHM));
}
