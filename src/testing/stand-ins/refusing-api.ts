import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a call is answered: with a status, and perhaps after how many seconds to call again. `lost` closes its connection. */
export type Refusal = 'lost' | { readonly status: number; readonly retryAfter?: string; readonly data?: unknown };
type Call = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** An API that answers the calls of each path with a list of refusals, one after the other. The last one repeats. */
export type RefusingApi = { readonly url: string; readonly calls: readonly Call[]; end(): void };

export async function startRefusingApi(answers: Readonly<Record<string, readonly Refusal[]>>): Promise<RefusingApi> {
  const calls: Call[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const path = request.url ?? '';
      const list = answers[path] ?? [];
      const answer = list[Math.min(calls.filter((call) => call.path === path).length, list.length - 1)] ?? 'lost';
      calls.push({ path, headers: request.headers, body });
      if (answer === 'lost') return void request.socket.destroy();
      const { status, retryAfter, data } = answer;
      const isGood = status < 400;
      reply.writeHead(status, {
        'content-type': isGood ? 'application/json' : 'application/problem+json',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      });
      const problem = { code: status === 429 ? 'too_many_requests' : 'database_away', message: 'Not now', status };
      reply.end(JSON.stringify(isGood ? { code: 'Success', data } : problem));
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
