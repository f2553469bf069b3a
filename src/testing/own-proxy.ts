import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { REPEATABLE_HEADER } from '#server/platform/draining.ts';
import type { Proxy } from '#testing/proxy.ts';

/** A status by which a process that stops sends what is repeatable elsewhere. */
const ELSEWHERE = 502;

/**
 * What `deploy/nginx.conf` makes of nginx, as far as tests need it, for machines where nginx can't be had: what was not
 * begun, or may be done twice, is tried with the next process.
 */
export async function startOwnProxy(ports: readonly number[]): Promise<Proxy> {
  let turn = 0;
  const inOrder: InOrder = () => {
    turn += 1;
    return ports.map((_, index) => ports[(index + turn) % ports.length] ?? 0);
  };
  const server = createServer((request, response) => void passOn(request, response, inOrder));
  server.on('upgrade', (request: IncomingMessage, stream: Duplex) => void passOnSocket(request, stream, inOrder));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    kind: 'own',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Which to try first changes from one request to the next. */
type InOrder = () => number[];

async function passOn(request: IncomingMessage, response: ServerResponse, inOrder: InOrder): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
  const isRepeatable =
    ['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? '') || request.headers['idempotency-key'] !== undefined;
  for (const port of inOrder()) {
    const answer = await ask(port, request, { body, isRepeatable });
    const isAnswer = typeof answer === 'object' && answer.statusCode !== ELSEWHERE;
    if (isAnswer) {
      response.writeHead(answer.statusCode ?? ELSEWHERE, answer.headers);
      return void answer.pipe(response);
    }
    if (!isRepeatable && answer !== 'not reached') break;
  }
  response.writeHead(ELSEWHERE).end();
}

/** An answer's head, or how it failed: only what wasn't reached can't have been done. */
function ask(
  port: number,
  { method, url, headers }: IncomingMessage,
  { body, isRepeatable }: { body: Buffer; isRepeatable: boolean },
): Promise<IncomingMessage | 'not reached' | 'broken'> {
  const marked = { ...headers, connection: 'close', ...(isRepeatable && { [REPEATABLE_HEADER]: 'yes' }) };
  return new Promise((resolve) => {
    const asked = send({ port, host: '127.0.0.1', method, path: url, headers: marked, agent: false }, resolve);
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'not reached' : 'broken'),
    );
    asked.end(body);
  });
}

async function passOnSocket({ url, headers }: IncomingMessage, stream: Duplex, inOrder: InOrder) {
  stream.on('error', () => stream.destroy());
  for (const port of inOrder()) {
    const line = await openLine(port, { path: url, headers });
    if (!line) continue;
    line.stream.on('error', () => stream.destroy());
    stream.write(line.head);
    return void stream.pipe(line.stream).pipe(stream);
  }
  stream.end(`HTTP/1.1 ${ELSEWHERE} Refused\r\nConnection: close\r\n\r\n`);
}

type Line = { readonly head: string; readonly stream: Duplex };

/** Undefined where another process is to be tried; a refusal is passed on as it is. */
function openLine(port: number, about: { path: string | undefined; headers: object }): Promise<Line | undefined> {
  return new Promise((resolve) => {
    const asked = send({ port, host: '127.0.0.1', ...about, headers: { ...about.headers }, agent: false });
    asked.on('error', () => resolve(undefined));
    asked.on('upgrade', (answer, stream) => resolve({ head: headOf(answer), stream }));
    asked.on('response', (answer) =>
      resolve(answer.statusCode === ELSEWHERE ? undefined : { head: headOf(answer), stream: answer.socket }),
    );
    asked.end();
  });
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
