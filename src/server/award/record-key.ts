import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { JWK } from 'jose';
import type { RecordSeal } from '#contract/award/record.ts';
import { sealedText } from '#domain/record/record.ts';
import { keptOnce, type Secret } from '#server/identity/session/secret.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Seals records with the deployment's Ed25519 key. */
export type RecordKey = {
  /** Base64url without padding. */
  readonly publicKey: string;
  /** The seal of what stands above it, by the hash of that. */
  seal(contentHash: string): RecordSeal;
};

/** Made once, kept sealed with the deployment's secret, the same in all processes; it stays, since old records carry it. */
export async function loadRecordKey(db: Db, secret: Secret): Promise<RecordKey> {
  const sealed = await keptOnce(db, 'record-key', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    return secret.seal(JSON.stringify(privateKey.export({ format: 'jwk' })));
  });
  const jwk = JSON.parse(secret.open(sealed)) as JWK & { kty: string };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = jwk.x ?? '';
  return {
    publicKey,
    seal: (contentHash) => ({
      algorithm: 'Ed25519',
      publicKey,
      signature: sign(null, Buffer.from(sealedText(contentHash)), privateKey).toString('base64url'),
    }),
  };
}
