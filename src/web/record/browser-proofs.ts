import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Proofs } from '#contract/award/judge-record.ts';
import type { NoteCrypto } from '#domain/transparency/note.ts';

/**
 * The browser's functions to verify records. The Web Crypto API would need HTTPS and a promise for each entry, so a
 * library is used instead. The library gives the same results as Node (`tests/simulate/record.test.ts`).
 */
export const BROWSER_PROOFS: Proofs = {
  sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
  isSigned(text, { publicKey, signature }) {
    try {
      return ed25519.verify(bytesOf(signature), utf8ToBytes(text), bytesOf(publicKey));
    } catch {
      return false;
    }
  },
};

/** The browser's functions to verify signed notes of the public log. */
export const BROWSER_NOTE_CRYPTO: NoteCrypto = {
  sha256: (bytes) => sha256(bytes),
  isSigned(message, { publicKey, signature }) {
    try {
      return ed25519.verify(signature, message, publicKey);
    } catch {
      return false;
    }
  },
};

/** Decodes base64url without padding. */
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
