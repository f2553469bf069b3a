import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { Identity } from '#server/identity/identity.ts';
import { providerOptions } from '#server/identity/provider/provider-options.ts';
import { createPasswordGrant, PASSWORD_GRANT_PARAMETERS } from '#server/identity/sign-in/password-grant.ts';
import { SignInRefused } from '#server/identity/sign-in/sign-in-refused.ts';
import { PASSWORD_GRANT } from '#server/identity/sign-in/sign-in-steps.ts';

/** The OpenID provider: the library with our options, our store, and the password grant in two steps. */
export function createProvider(identity: Identity, failed: (failure: unknown) => void): Provider {
  const provider = new Provider(identity.issuer, providerOptions(identity));
  // The mount writes these headers itself; nothing that a client sends gets through (see register-identity.ts).
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
 * The library's pages with a form that goes on to the client (`form_post`, signing out) say so in the content policy:
 * browsers hold every hop of a form against it.
 */
function letFormsLeadToClient(ctx: KoaContextWithOIDC): void {
  const policy = ctx.response.get('content-security-policy');
  const client = ctx.oidc?.client;
  if (!policy || !client || !ctx.response.is('html')) return;
  const uris = [...(client.redirectUris ?? []), ...(client.postLogoutRedirectUris ?? [])];
  const origins = new Set(uris.map((uri) => new URL(uri).origin));
  ctx.set(
    'content-security-policy',
    policy.replace("form-action 'self'", `form-action 'self' ${[...origins].join(' ')}`),
  );
}
