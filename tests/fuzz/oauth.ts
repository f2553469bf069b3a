import type { Described } from './some-request.ts';
import type { Schema } from './some-value.ts';

const text: Schema = { type: 'string', maxLength: 60 };
const form = (names: Readonly<Record<string, Schema>>): Described['body'] => ({
  type: 'application/x-www-form-urlencoded',
  schema: { type: 'object', properties: names, required: Object.keys(names) },
});
const client: Schema = { enum: ['greenlot-web', 'nobody'] };
const grants = ['password', 'refresh_token', 'authorization_code', 'client_credentials', 'x'];

/** The OpenID library's own routes. No contract of ours describes them. */
export const OAUTH: readonly Described[] = [
  {
    method: 'POST',
    path: '/connect/token',
    query: [],
    body: form({
      client_id: client,
      grant_type: { enum: grants },
      username: text,
      password: text,
      scope: text,
      otp: text,
      refresh_token: text,
      code: text,
      code_verifier: text,
    }),
  },
  { method: 'POST', path: '/connect/revocation', query: [], body: form({ client_id: client, token: text }) },
  {
    method: 'GET',
    path: '/connect/authorize',
    query: ['client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'prompt'].map((name) => ({
      name,
      schema: text,
    })),
  },
  { method: 'GET', path: '/connect/endsession', query: [{ name: 'id_token_hint', schema: text }] },
  { method: 'GET', path: '/.well-known/openid-configuration', query: [] },
  { method: 'GET', path: '/connect/interaction/{id}', query: [] },
  { method: 'GET', path: '/env', query: [] },
  { method: 'GET', path: '/{id}', query: [] },
];
