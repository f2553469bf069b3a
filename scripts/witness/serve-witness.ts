import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { answerAddCheckpoint } from './judge-checkpoint.ts';
import type { WitnessKey, WitnessState } from './witness-state.ts';

const BODY_BYTES_MAX = 65_536;
const REQUEST_MS_MAX = 10_000;

type Answer = { readonly status: number; readonly body: string };
type Witness = { readonly key: WitnessKey; readonly state: WitnessState; readonly origins: readonly string[] };

/** Reads the body of a request. Returns undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

async function answer(witness: Witness, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request;
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await readBody(request);
    return body === undefined ? { status: 413, body: 'the request is too long\n' } : answerAddCheckpoint(witness, body);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  const origin = method === 'GET' ? witness.origins.find((one) => sha256(one) === hash) : undefined;
  const note = origin === undefined ? '' : (witness.state.find(origin)?.note ?? '');
  return note === '' ? { status: 404, body: 'not found\n' } : { status: 200, body: note };
}

async function send(witness: Witness, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const failed = { status: 500, body: 'the witness failed\n' };
  const { status, body } = await answer(witness, request).catch(() => failed);
  const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
  if (status === 413) reply.setHeader('connection', 'close');
  reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/**
 * Serves a witness as c2sp.org/tlog-witness specifies: `POST /add-checkpoint`, and `GET /HASH/checkpoint` with the
 * SHA-256 of a log's origin. Resolves to the server as soon as it listens.
 */
export async function serveWitness(witness: Witness, { port, host }: { port: number; host: string }): Promise<Server> {
  const server = createServer(
    { requestTimeout: REQUEST_MS_MAX },
    (request, reply) => void send(witness, request, reply),
  );
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  console.log(`The witness listens at http://${host}:${(server.address() as AddressInfo).port}`);
  return server;
}
