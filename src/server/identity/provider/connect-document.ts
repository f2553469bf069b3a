import { DEVICE_HEADER, tokenErrorSchema, tokenReplySchema } from '#contract/identity/identity.ts';
import { schemaOf, type Json } from '#server/platform/api-document/openapi-schemas.ts';

/**
 * The paths of the OpenID provider for the API document. The library answers them, so the contract has no routes for
 * them (docs/rules.md#specified-calls).
 */
export const CONNECT_PATHS: Readonly<Record<string, Json>> = {
  '/.well-known/openid-configuration': {
    get: {
      ...about('getOpenIdConfiguration', 'Addresses and abilities of the identity service (OpenID Connect Discovery)'),
      responses: { 200: replyOf({ type: 'object' }, 'The configuration') },
    },
  },
  '/.well-known/openid-configuration/jwks': {
    get: {
      ...about('listSigningKeys', 'Public keys that verify tokens (RFC 7517)'),
      responses: { 200: replyOf({ type: 'object' }, 'The keys') },
    },
  },
  '/connect/authorize': {
    get: {
      ...about('authorize', 'Begin to sign in with a code and PKCE (RFC 6749, RFC 7636)'),
      parameters: [
        query('client_id', true),
        query('response_type', true, { const: 'code' }),
        query('redirect_uri', true),
        query('scope', true, { type: 'string', examples: ['openid profile email offline_access'] }),
        query('code_challenge', true),
        query('code_challenge_method', true, { const: 'S256' }),
        query('state', false),
        query('nonce', false),
        query('prompt', false),
        query('resource', false),
      ],
      responses: {
        303: { description: 'To the sign-in page, or to `redirect_uri` with a code or an error' },
        400: { description: 'A page that says why `redirect_uri` cannot be used' },
      },
    },
  },
  '/connect/token': {
    post: {
      ...about(
        'getTokens',
        'Tokens for a password, a one-time code, an authorization code or a refresh token. A password grant has two steps: `username` and `password` first; then `action=validate_otp` with `otp`, unless the device is trusted',
      ),
      parameters: [
        {
          name: DEVICE_HEADER,
          in: 'header',
          required: false,
          schema: { type: 'string', maxLength: 300 },
          description: 'Required for `grant_type=password`: what tells this device from others',
        },
      ],
      requestBody: form(
        {
          grant_type: { enum: ['password', 'authorization_code', 'refresh_token'] },
          client_id: { type: 'string' },
          scope: { type: 'string' },
          username: { type: 'string' },
          password: { type: 'string' },
          action: { const: 'validate_otp' },
          otp: { type: 'string' },
          trusted: { enum: ['true', 'false'] },
          code: { type: 'string' },
          code_verifier: { type: 'string' },
          redirect_uri: { type: 'string' },
          refresh_token: { type: 'string' },
        },
        ['grant_type', 'client_id'],
      ),
      responses: {
        200: replyOf({ $ref: '#/components/schemas/Tokens' }, 'The tokens'),
        ...failures(
          400,
          '`sent-otp`: the password is right, and a code was sent. Otherwise the reason, such as `invalid_grant`',
        ),
        ...failures(401, '`invalid_client`'),
        ...failures(429, '`too_many_requests`, `login-error-reached-max-attempts-otp`'),
      },
    },
  },
  '/connect/userinfo': {
    get: {
      ...about('getUserInfo', 'Claims about the person, for a token that is not for the auction API'),
      security: [{ bearer: [] }],
      responses: {
        200: replyOf({ type: 'object', required: ['sub'], properties: { sub: { type: 'string' } } }, 'The claims'),
        ...failures(401, '`invalid_token`'),
      },
    },
  },
  '/connect/revocation': {
    post: {
      ...about('revokeToken', 'End a token (RFC 7009)'),
      requestBody: form(
        { token: { type: 'string' }, token_type_hint: { type: 'string' }, client_id: { type: 'string' } },
        ['token', 'client_id'],
      ),
      responses: { 200: { description: 'The token is no longer valid' }, ...failures(400, '`invalid_request`') },
    },
  },
  '/connect/endsession': {
    get: {
      ...about('endSession', 'Sign out (OpenID Connect RP-Initiated Logout)'),
      parameters: [
        query('id_token_hint', false),
        query('client_id', false),
        query('post_logout_redirect_uri', false),
        query('state', false),
      ],
      responses: {
        200: { description: 'A page that signs the person out' },
        303: { description: 'To the application' },
      },
    },
  },
};

/** Schemas to which `CONNECT_PATHS` refers. */
export const CONNECT_SCHEMAS: Readonly<Record<string, Json>> = {
  Tokens: schemaOf(tokenReplySchema, 'output'),
  TokenError: schemaOf(tokenErrorSchema, 'output'),
};

function about(operationId: string, summary: string): Json {
  return { operationId, summary, tags: ['identity'], servers: [{ url: '/' }], 'x-access': 'open' };
}

function query(name: string, required: boolean, schema: Json = { type: 'string' }): Json {
  return { name, in: 'query', required, schema };
}

function form(properties: Json, required: readonly string[]): Json {
  const schema = { type: 'object', required, properties };
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function replyOf(schema: Json, description: string): Json {
  return { description, content: { 'application/json': { schema } } };
}

function failures(status: number, description: string): Json {
  return { [status]: replyOf({ $ref: '#/components/schemas/TokenError' }, description) };
}
