import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

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

/** Whether the public library for webhooks accepts the signature and the time of a webhook (standardwebhooks.com). */
export function isSigned({ headers, body }: Parcel, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch (failure) {
    if (failure instanceof WebhookVerificationError) return false;
    throw failure;
  }
}
