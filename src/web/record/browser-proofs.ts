import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Proofs } from '#contract/award/judge-record.ts';
import type { ReceiptProofs } from '#contract/award/judge-receipts.ts';
import type { NoteCrypto } from '#domain/transparency/note.ts';

const encoder = new TextEncoder();
/** Memory for the bytes of a text. Browsers take as long to make new memory for each text as to hash it. */
const memory = new Uint8Array(4_096);

/** Returns the SHA-256 of a text as hexadecimal digits. */
function hashText(text: string): string {
  const { read, written } = encoder.encodeInto(text, memory);
  return bytesToHex(sha256(read === text.length ? memory.subarray(0, written) : utf8ToBytes(text)));
}

/**
 * The browser's functions to verify records. The Web Crypto API would need HTTPS and a promise for each entry, so a
 * library is used instead. The library gives the same results as Node (`tests/simulate/record.test.ts`).
 */
export const BROWSER_PROOFS: Proofs = {
  sha256: hashText,
  isSigned(text, { publicKey, signature }) {
    try {
      return ed25519.verify(bytesOf(signature), utf8ToBytes(text), bytesOf(publicKey));
    } catch {
      return false;
    }
  },
};

/**
 * Returns the browser's functions to check receipts. Each may have a signature of its own, so the browser's Ed25519
 * checks them: it is many times faster, and works on several processors. Old browsers, and pages without HTTPS, use the
 * library.
 */
export function browserReceiptProofs(): ReceiptProofs {
  const keys = new Map<string, Promise<CryptoKey | undefined>>();
  const keyOf = (publicKey: string): Promise<CryptoKey | undefined> => {
    const key = keys.get(publicKey) ?? importKey(publicKey);
    keys.set(publicKey, key);
    return key;
  };
  return {
    sha256: BROWSER_PROOFS.sha256,
    async isSigned(text, seal) {
      const key = await keyOf(seal.publicKey);
      if (!key) return BROWSER_PROOFS.isSigned(text, seal);
      try {
        return await crypto.subtle.verify('Ed25519', key, bytesOf(seal.signature), utf8ToBytes(text));
      } catch {
        return false;
      }
    },
  };
}

/** Imports a public key. Returns undefined if the browser cannot check signatures with it. */
async function importKey(publicKey: string): Promise<CryptoKey | undefined> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey };
    return await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
}

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
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
