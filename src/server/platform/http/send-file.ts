import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { DownloadReply, FileReply } from '#contract/basics/file.ts';

/** Sends a file. A browser saves it as a download. With `shownForSeconds`, a page may display it instead. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const { name, type, bytes, rest, shownForSeconds } = file;
  return reply
    .header('content-disposition', `${shownForSeconds === undefined ? 'attachment' : 'inline'}; ${fileNames(name)}`)
    .header('cache-control', cachingOf(file))
    .type(type)
    .send(rest ? Readable.from(wholeOf(bytes, rest)) : bytes);
}

function cachingOf({ shownForSeconds, keptForSeconds }: FileReply): string {
  if (shownForSeconds !== undefined) return cachedFor(shownForSeconds);
  return keptForSeconds === undefined ? 'no-store' : `private, max-age=${keptForSeconds}`;
}

async function* wholeOf(bytes: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield bytes;
  yield* rest;
}

/** Sends a large file as a stream. */
export const sendDownload = (
  reply: FastifyReply,
  { name, type, keptForSeconds, size, stream }: DownloadReply,
): FastifyReply =>
  reply
    .header('content-disposition', `attachment; ${fileNames(name)}`)
    .header('cache-control', cachedFor(keptForSeconds))
    .header('content-length', size)
    .type(type)
    .send(stream);

const cachedFor = (seconds: number): string => `private, max-age=${seconds}, immutable`;

/** Returns a file name in any script (RFC 8187), with a plain ASCII name for clients that cannot read that form. */
function fileNames(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_');
  return plain === name ? `filename="${name}"` : `filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** Also encodes the characters that `encodeURIComponent` keeps but RFC 8187 does not allow. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
