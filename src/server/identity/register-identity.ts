import type { RequestListener, ServerResponse } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { CLIENT_HEADER } from '#contract/identity/identity.ts';
import { interactionPath } from '#contract/identity/interaction.ts';
import { addressOf } from '#server/platform/http/address-of.ts';
import { CLIENT_ID } from '#server/platform/config/config.ts';
import { refusedOf, registerOperations } from '#server/platform/http/http.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { errorMessage, languageOf } from '#server/platform/http/words.ts';
import { accountOperations } from '#server/identity/own-account/account-operations.ts';
import { acceptSetup, createAuthenticate } from '#server/identity/session/authenticate.ts';
import { newestCookies } from '#server/identity/session/trusted-device.ts';
import { redirectToForeignProvider, registerForeign } from '#server/identity/foreign-provider/foreign-routes.ts';
import type { Identity } from '#server/identity/identity.ts';
import { findInteraction } from '#server/identity/provider/interaction.ts';
import { registerInteraction } from '#server/identity/provider/interaction-routes.ts';
import { phoneOperations } from '#server/identity/own-account/own-phone.ts';
import { setRequestFacts } from '#server/identity/provider/request-facts.ts';
import { providerOptions } from '#server/identity/provider/provider-options.ts';
import { createPasswordGrant, PASSWORD_GRANT_PARAMETERS } from '#server/identity/sign-in/password-grant.ts';
import { SignInRefused, PASSWORD_GRANT } from '#server/identity/sign-in/sign-in-steps.ts';
import { Provider } from '#server/identity/provider/provider-library.ts';

const ENDPOINTS = '/connect/*';
const MOUNTED = [
  ENDPOINTS,
  '/.well-known/openid-configuration',
  '/.well-known/openid-configuration/jwks',
  '/.well-known/oauth-authorization-server',
];

/** Registers the identity service on this server: the OpenID provider, and our own calls besides it. */
export async function registerIdentity(app: FastifyInstance, identity: Identity): Promise<void> {
  const failed = (failure: unknown): void => app.log.error({ err: failure }, 'identity provider failed');
  const create = () => {
    const provider = createProvider(identity, failed);
    return { provider, callback: provider.callback() };
  };
  let library = create();
  // The library reads its keys only once, so a change of keys creates the library again. Its state is in the database.
  identity.keys.onChanged(() => (library = create()));
  await app.register(async (scope) => mountProvider(scope, identity, () => library.callback));
  await app.register(async (scope) => mountInteraction(scope, identity, () => library.provider));
  await app.register(async (scope) => registerAccount(scope, identity));
}

/**
 * Registers our own calls. Their bodies may also be forms. If a request has the header with a client id, the client
 * must be known (docs/rules.md#specified-calls).
 */
function registerAccount(scope: FastifyInstance, identity: Identity): void {
  const known = new Set([CLIENT_ID, ...identity.config.CLIENTS.map(({ client_id: id }) => id)]);
  scope.addHook('onRequest', async ({ headers }) => {
    const clientId = headers[CLIENT_HEADER];
    if (clientId !== undefined && !known.has(String(clientId))) throw new Refused('invalid_request');
  });
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const pairs = [...new URLSearchParams(String(body))];
    const form = Object.fromEntries(pairs);
    // If a form has two values for one name, it is unclear which value counts.
    if (Object.keys(form).length < pairs.length) done(new Refused('invalid_request'));
    else done(null, form);
  });
  const { db, clock } = identity;
  const authenticate = createAuthenticate(identity);
  registerOperations(scope, accountOperations(identity), { db, clock, authenticate });
  registerOperations(scope, phoneOperations(identity), {
    db,
    clock,
    authenticate: acceptSetup(identity, authenticate),
  });
}

/**
 * Mounts the library's routes as routes of this server, which pass the raw request to the library. Behind a middleware
 * adapter, the server's hooks, rate limits and headers would not apply to these routes.
 */
function mountProvider(scope: FastifyInstance, identity: Identity, serve: () => RequestListener): void {
  scope.removeAllContentTypeParsers();
  // The library itself reads the body.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, code, params } = refusedOf(error);
    request.refusal = code;
    if (code === 'internal') request.log.error({ err: error }, 'identity provider failed');
    const said = errorMessage(languageOf(request.headers['accept-language']), code, params);
    // OAuth clients expect this shape.
    void reply.status(status).send({ error: code, error_description: said });
  });
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    // A whole IPv6 network counts as one address, because its owner could make every attempt from a different address.
    setRequestFacts(request.raw, { address: addressOf(request), host: request.headers.host ?? '' });
    fixOrigin(request, identity);
    reply.hijack();
    if (!isKnownOrigin(identity, request.headers.origin)) keepFromForeignPages(reply.raw);
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    return serve()(request.raw, reply.raw);
  };
  for (const url of MOUNTED) scope.route({ method: ['GET', 'OPTIONS'], url, handler });
  // POST is a separate route, because requests that send data have their own limit (request-limits.ts).
  scope.route({ method: 'POST', url: ENDPOINTS, handler });
}

const isKnownOrigin = ({ issuer, config }: Identity, origin: string | undefined): boolean =>
  [issuer, ...config.CLIENTS.flatMap((client) => client.redirect_uris)].some((uri) => new URL(uri).origin === origin);

/**
 * Removes the library's CORS headers from a response. These headers allow every page to read refusals and to send any
 * preflight, but we allow known origins only.
 */
function keepFromForeignPages(response: ServerResponse): void {
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => (/^access-control-/i.test(name) ? response : set(name, value));
}

/**
 * Mounts the hosted sign-in. The web application provides the page, this service handles the calls of the page, and the
 * library sets the cookies.
 */
function mountInteraction(scope: FastifyInstance, identity: Identity, provider: () => Provider): void {
  scope.addHook('onRequest', async (request) => fixOrigin(request, identity));
  scope.get(interactionPath(':uid'), async (request, reply) => {
    const interaction = await findInteraction(provider(), request, reply).catch(() => undefined);
    const { foreign } = identity;
    // People give consent on our own page, even if a foreign provider signs them in.
    const mustSignIn = interaction?.prompt.name === 'login';
    if (foreign && interaction && mustSignIn && !isFailed(request))
      return redirectToForeignProvider(foreign, interaction, reply);
    return reply.callNotFound();
  });
  registerInteraction(scope, identity, provider);
  if (identity.foreign) registerForeign(scope, { identity, foreign: identity.foreign, library: provider });
}

/**
 * Returns whether the person came back from a foreign provider without success. The page then shows why, before it
 * redirects to the foreign provider again.
 */
const isFailed = (request: FastifyRequest): boolean => (request.query as { failed?: string }).failed !== undefined;

/**
 * Sets the request's host to the issuer's host. The library builds addresses from this header, and a client can send
 * any host. If a cookie name occurs several times, keeps only the newest cookie. Otherwise the library would read the
 * first one, which is older.
 */
function fixOrigin(request: FastifyRequest, { issuer }: Identity): void {
  const { headers } = request.raw;
  if (headers.cookie !== undefined) headers.cookie = newestCookies(headers.cookie);
  const { host, protocol } = new URL(issuer);
  delete headers['x-forwarded-host'];
  headers.host = host;
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
}

/** Returns the OpenID provider: the library with our options, our storage and the two-step password grant. */
function createProvider(identity: Identity, failed: (failure: unknown) => void): Provider {
  const provider = new Provider(identity.issuer, providerOptions(identity));
  // Makes the library trust proxy headers. This is safe, because `fixOrigin` replaces the headers of the client.
  provider.proxy = true;
  if (identity.config.VARIANT === 'TNBX')
    provider.registerGrantType(PASSWORD_GRANT, createPasswordGrant(identity), PASSWORD_GRANT_PARAMETERS);
  provider.on('grant.error', (ctx, error) => {
    if (!(error instanceof SignInRefused) || typeof ctx.body !== 'object') return;
    ctx.body = { ...ctx.body, ...error.extras };
    const retryAfter = error.extras.retry_after_seconds ?? error.extras.resend_after_seconds;
    if (error.status === 429 && retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  });
  provider.use(async (ctx, next) => {
    await next();
    letFormsLeadToClient(ctx as KoaContextWithOIDC);
  });
  provider.on('server_error', (_ctx, error) => failed(error));
  return provider;
}

/**
 * Adds the client's origins to the content policy of library pages whose form leads to the client (`form_post`, signing
 * out). Browsers check every redirect after a form against the `form-action` of this policy.
 */
function letFormsLeadToClient(ctx: KoaContextWithOIDC): void {
  const policy = ctx.response.get('content-security-policy');
  const client = ctx.oidc?.client;
  if (!policy || !client || !ctx.response.is('html')) return;
  const uris = [...(client.redirectUris ?? []), ...(client.postLogoutRedirectUris ?? [])];
  const origins = new Set(uris.map((uri) => new URL(uri).origin));
  const widened = policy.replace("form-action 'self'", `form-action 'self' ${[...origins].join(' ')}`);
  ctx.set('content-security-policy', widened);
}
