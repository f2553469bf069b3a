import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal digits. Of a token it is what the database keeps: a token is random and long by itself. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
