import { connect } from 'node:net';
import type { Chance } from '#testing/world/chance.ts';

/** Sends data over a plain connection, because clients of HTTP or WebSocket refuse to send such data. */

const PATIENCE_MS = 1_500;

/** Returns everything received until the server closes the connection, or sends nothing for a while. */
export function exchange(baseUrl: string, pieces: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = '';
  const socket = connect(Number(port), hostname, () => {
    for (const piece of pieces) socket.write(piece);
  });
  const end = (): void => {
    socket.destroy();
    resolve(heard);
  };
  socket.setTimeout(PATIENCE_MS, end);
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  socket.on('error', end);
  socket.on('close', end);
  return promise;
}

const HEAD = 'Host: x\r\nConnection: close\r\n';

/** Invalid requests, or two requests in one, which a proxy and a server may read differently. */
export const BROKEN_REQUESTS: readonly (readonly (string | Buffer)[])[] = [
  ['\r\n\r\n'],
  ['GET\r\n\r\n'],
  ['GET / HTTP/9.9\r\n\r\n'],
  [Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [`GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(90_000)}\r\n\r\n`],
  [`GET /${'x'.repeat(90_000)} HTTP/1.1\r\n${HEAD}\r\n`],
  ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [`GET / HTTP/1.1\r\nHost: a\r\n${HEAD}\r\n`],
  [`GET http://elsewhere.example/env HTTP/1.1\r\n${HEAD}\r\n`],
  [`GET /env HTTP/1.1\r\n${HEAD}X\0: y\r\n\r\n`],
  [`GET /env\0 HTTP/1.1\r\n${HEAD}\r\n`],
  [`GET //etc/passwd HTTP/1.1\r\n${HEAD}\r\n`],
  [`GET /../../etc/passwd HTTP/1.1\r\n${HEAD}\r\n`],
  [`GET /assets/..%2f..%2fpackage.json HTTP/1.1\r\n${HEAD}\r\n`],
  [`POST /connect/token HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\nx`],
  [`POST /connect/token HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
  [
    `POST /connect/token HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  ],
  [`POST /connect/token HTTP/1.1\r\n${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  [`POST /connect/token HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  [`POST /connect/token HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`],
  [`CONNECT x:443 HTTP/1.1\r\n${HEAD}\r\n`],
  [`TRACE / HTTP/1.1\r\n${HEAD}\r\n`],
];

/**
 * Returns the opening of a hub connection, followed by random data: bytes, parts of frames, frames with a false length.
 */
export function someFrames({ pathname, search }: URL, chance: Chance): (string | Buffer)[] {
  const upgrade = [
    `GET ${pathname}${search} HTTP/1.1`,
    'Host: x',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${chance.one(['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}`,
    `Sec-WebSocket-Version: ${chance.one(['13', '13', '13', '8', 'x'])}`,
    `Sec-WebSocket-Protocol: ${chance.one(['json.webpubsub.azure.v1', 'json.webpubsub.azure.v1', 'x', ''])}`,
  ];
  const frames = Array.from({ length: chance.between(0, 12) }, () => someFrame(chance));
  return [`${upgrade.join('\r\n')}\r\n\r\n`, ...frames];
}

const MESSAGES = [
  '{"type":"ping"}',
  '{"type":',
  '[]',
  '{"type":"joinGroup","group":"__proto__"}',
  '"\ud800"',
  'x'.repeat(120),
];

function someFrame(chance: Chance): Buffer {
  if (chance.happens(0.4)) return Buffer.from(Array.from({ length: chance.between(1, 200) }, () => chance.below(256)));
  const text = Buffer.from(chance.one(MESSAGES));
  const length = chance.one([text.length, 0, 125, 127]);
  return Buffer.concat([
    Buffer.from([chance.one([0x81, 0x82, 0x88, 0x89, 0x01, 0x8f]), 0x80 | length, 0, 0, 0, 0]),
    text,
  ]);
}
