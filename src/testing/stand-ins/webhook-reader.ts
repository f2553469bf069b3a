import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Parcel = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };
type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** A company's server that receives webhooks. It answers 204, unless a test sets `answer`. */
export type WebhookReader = {
  readonly url: string;
  readonly got: readonly Parcel[];
  answer: Answer;
  forget(): void;
  end(): void;
};

const takes: Answer = (_request, reply) => reply.writeHead(204).end();

export async function readWebhooks(): Promise<WebhookReader> {
  const got: Parcel[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body });
      reader.answer(request, reply);
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const reader: WebhookReader = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer: takes,
    forget: () => {
      got.length = 0;
      reader.answer = takes;
    },
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return reader;
}

/** Checks a webhook's signature as a receiver does (standardwebhooks.com). */
export function isSigned({ headers, body }: Parcel, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(right);
}
