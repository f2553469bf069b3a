import { createPublicKey, verify } from 'node:crypto';
import type { Proofs } from '#contract/award/judge-record.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/** The hash function and the signature check with which Node verifies records. */
export const RECORD_PROOFS: Proofs = {
  sha256,
  isSigned(text, { publicKey, signature }) {
    try {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    } catch {
      return false;
    }
  },
};
