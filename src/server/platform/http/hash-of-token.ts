import { createHash } from 'node:crypto';

/** Hash of something that is random and long by itself. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
