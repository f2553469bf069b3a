import type { ClientMetadata } from 'oidc-provider';
import { CLIENT_ID, type Config } from '#server/platform/config/config.ts';
import type { Identity } from '#server/identity/identity.ts';
import { PASSWORD_GRANT } from '#server/identity/sign-in/sign-in-steps.ts';

/** Everybody who may ask for tokens: the web application, and the clients that the configuration names. */
export const clientsOf = (identity: Identity): ClientMetadata[] => [
  webClient(identity),
  ...identity.config.CLIENTS.map(foreignClient),
];

/** All of them are public: what runs in a browser or on a desk keeps no secret. PKCE takes its place. */
const PUBLIC = { token_endpoint_auth_method: 'none' as const };
const CODE = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code' as const] };

/** The web application signs in on its own screens in the one variant, on the hosted ones in the other (rules 6). */
const webClient = ({ config, issuer }: Identity): ClientMetadata => ({
  ...PUBLIC,
  client_id: CLIENT_ID,
  ...(config.VARIANT === 'GLOBAL'
    ? { ...CODE, redirect_uris: [`${issuer}/callback`] }
    : { grant_types: [PASSWORD_GRANT, 'refresh_token'], response_types: [], redirect_uris: [] }),
  post_logout_redirect_uris: [`${issuer}/login`, `${issuer}/logout`],
});

const foreignClient = (client: Config['CLIENTS'][number]): ClientMetadata => ({
  ...PUBLIC,
  ...CODE,
  client_id: client.client_id,
  client_name: client.name,
  redirect_uris: client.redirect_uris,
  post_logout_redirect_uris: client.post_logout_redirect_uris,
});
