import { createHash } from 'node:crypto';

/** Returns SHA-256 in hexadecimal. The database stores tokens as this plain hash: they are random and long already. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
