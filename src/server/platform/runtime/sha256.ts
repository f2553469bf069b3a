import { hash } from 'node:crypto';

/**
 * Returns the SHA-256 hash in hexadecimal. Tokens are stored as this hash without a salt, because they are long and
 * random.
 */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/** Returns the SHA-256 hash as bytes. */
export const sha256Bytes = (content: Uint8Array): Uint8Array => new Uint8Array(hash('sha256', content, 'buffer'));
