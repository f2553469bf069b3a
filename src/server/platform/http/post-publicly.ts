import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { lookupPublic, mayConnect, NotPublic } from '#server/platform/http/public-address.ts';

type Post = {
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The maximum number of bytes that are read of the reply. */
  readonly bytesMax: number;
  /** Allows private addresses and connections without TLS. */
  readonly mayBePrivate: boolean;
  /** Allows public addresses without TLS, for replies that are signed. */
  readonly mayBePlain?: boolean;
};

export type PostReply = { readonly status: number; readonly body: Buffer };

/**
 * Sends bytes to another server, and resolves to its reply. It follows no redirect. It rejects if the whole reply does
 * not come in time, or is too long. Unless the options allow more, it connects only by TLS and only to public addresses.
 */
export const postPublicly = ({ url: address, body, headers, timeoutMs, bytesMax, mayBePrivate, mayBePlain }: Post) =>
  new Promise<PostReply>((resolve, reject) => {
    const url = new URL(address);
    if (!mayBePrivate && !mayConnect(url, mayBePlain)) return reject(new NotPublic());
    const send = url.protocol === 'http:' ? requestPlain : request;
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!mayBePrivate && { lookup: lookupPublic }),
    });
    sent.on('error', reject);
    sent.on('response', (reply) => {
      const parts: Buffer[] = [];
      let length = 0;
      reply.on('error', reject);
      reply.on('data', (part: Buffer) => {
        length += part.length;
        parts.push(part);
        if (length > bytesMax) reply.destroy(new Error(`the reply is longer than ${bytesMax} bytes`));
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts) }));
    });
    sent.end(body);
  });
