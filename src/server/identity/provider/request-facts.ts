import type { IncomingMessage } from 'node:http';

/**
 * The client's network address and original `host` header. They are kept because the OpenID library sees only the
 * issuer's host.
 */
export type RequestFacts = { readonly address: string; readonly host: string };

const facts = new WeakMap<IncomingMessage, RequestFacts>();

export const setRequestFacts = (request: IncomingMessage, known: RequestFacts): void => void facts.set(request, known);

export const requestFactsOf = (request: IncomingMessage): RequestFacts =>
  facts.get(request) ?? { address: '', host: '' };
