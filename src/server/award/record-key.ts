import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { JWK } from 'jose';
import type { RecordSeal } from '#contract/award/record.ts';
import { sealedText } from '#domain/record/record.ts';
import { readOrCreateSecret, type Secret } from '#server/identity/session/secret.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';

/** The deployment's Ed25519 key. It seals records and signs the heads of histories. */
export type RecordKey = {
  /** Base64url without padding. */
  readonly publicKey: string;
  readonly sign: SignText;
  /** Returns the seal of a record, from the hash of all lines above the seal. */
  seal(contentHash: string): RecordSeal;
};

/**
 * Returns the deployment's key. The key is created once, stored encrypted with the deployment's secret, and shared by
 * all processes. It never changes, because old records contain the public key.
 */
export async function loadRecordKey(db: Db, secret: Secret): Promise<RecordKey> {
  const sealed = await readOrCreateSecret(db, 'record-key', () => secret.seal(JSON.stringify(newKey())));
  return recordKeyOf(JSON.parse(secret.open(sealed)) as JWK);
}

const newKey = (): JWK => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;

/** Returns a key that only this process has. For tests and measurements. */
export const temporaryRecordKey = (): RecordKey => recordKeyOf(newKey());

function recordKeyOf(jwk: JWK): RecordKey {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const publicKey = jwk.x ?? '';
  const signText: SignText = (text) => ({
    publicKey,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
  });
  return {
    publicKey,
    sign: signText,
    seal: (contentHash) => ({ algorithm: 'Ed25519', ...signText(sealedText(contentHash)) }),
  };
}
