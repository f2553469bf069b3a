import { createPublicKey, verify } from 'node:crypto';
import type { NoteCrypto } from '#domain/transparency/note.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';

/** The hash function and the signature check with which Node verifies signed notes. */
export const NOTE_CRYPTO: NoteCrypto = {
  sha256: sha256Bytes,
  isSigned(message, { publicKey, signature }) {
    try {
      const x = Buffer.from(publicKey).toString('base64url');
      return verify(
        null,
        message,
        createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
        signature,
      );
    } catch {
      return false;
    }
  },
};
