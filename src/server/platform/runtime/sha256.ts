import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 hash in hexadecimal. Tokens are stored as this hash without a salt, because they are long and
 * random.
 */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Returns the SHA-256 hash as bytes. */
export const sha256Bytes = (content: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(content).digest());
