import type { IncomingMessage } from 'node:http';

/** What the OpenID library's own view of a request doesn't say, because the host header it sees is the issuer's. */
export type RequestFacts = { readonly address: string; readonly host: string };

const facts = new WeakMap<IncomingMessage, RequestFacts>();

export const keepFacts = (request: IncomingMessage, known: RequestFacts): void => void facts.set(request, known);

export const factsOf = (request: IncomingMessage): RequestFacts => facts.get(request) ?? { address: '', host: '' };
