import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Db } from '#server/platform/database.ts';
import { keptOnce, type Secret } from '#server/identity/secret.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** The first key signs, all of them verify: a new one is put in front, the old one stays until its tokens have expired. */
export type SigningKeys = { readonly privateKeys: readonly JWK[]; readonly publicKeys: readonly JWK[] };

/** Made once, sealed with the deployment's secret, shared by all processes through the database. */
export async function loadSigningKeys(db: Db, secret: Secret): Promise<SigningKeys> {
  const sealed = await keptOnce(db, 'signing-keys', async () => secret.seal(JSON.stringify([await makeKey()])));
  const privateKeys = openKeys(secret, sealed);
  return { privateKeys, publicKeys: privateKeys.map(publicPart) };
}

function openKeys(secret: Secret, sealed: string): JWK[] {
  try {
    return JSON.parse(secret.open(sealed)) as JWK[];
  } catch (cause) {
    throw new Error('configuration: SECRET_KEY is not the one that this database was set up with', { cause });
  }
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: await calculateJwkThumbprint(key), alg: SIGNING_ALGORITHM, use: 'sig' };
}

const publicPart = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({ kty, crv, x, y, kid, alg, use });
