import * as z from 'zod';
import { isLocal } from '#server/platform/config/config-values.ts';

/**
 * Returns whether a redirect address is encrypted or on this machine. Other addresses are rejected, because a redirect
 * carries an authorization code.
 */
const isSafe = (address: string): boolean => address.startsWith('https:') || isLocal(address);
const safeUrl = z.url().refine((address) => isSafe(address) && !address.includes('#'), {
  error: 'must begin with https: (or be on this machine) and have no fragment',
});

const client = z.strictObject({
  client_id: z.string().regex(/^[\w.-]{1,100}$/),
  name: z.string().min(1).max(100),
  redirect_uris: z.array(safeUrl).min(1),
  post_logout_redirect_uris: z.array(safeUrl).default([]),
  /** Scopes that the application may request. With `auction-api` the application may call the API for a person. */
  scopes: z.array(z.enum(['auction-api'])).default([]),
});

/** Schema of the setting CLIENTS. */
export const clientList = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.array(client))
  .refine((clients) => new Set(clients.map(({ client_id: id }) => id)).size === clients.length, {
    error: 'contains a client_id twice',
  });

type IdentitySettings = {
  readonly VARIANT: string;
  readonly CLIENTS: readonly { readonly client_id: string }[];
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly DEMO?: boolean | undefined;
};

/** Returns the faults of the sign-in settings, including contradictions between settings. */
export function identityFaults(values: IdentitySettings, ownClientId: string): string[] {
  const hasIssuer = values.OIDC_ISSUER !== undefined;
  const hasClient = values.OIDC_CLIENT_ID !== undefined || values.OIDC_CLIENT_SECRET !== undefined;
  const faults = {
    [`CLIENTS must not contain ${ownClientId}, which is the web application's own client_id`]: values.CLIENTS.some(
      ({ client_id: id }) => id === ownClientId,
    ),
    'OIDC_ISSUER is for variant GLOBAL only': hasIssuer && values.VARIANT !== 'GLOBAL',
    'OIDC_ISSUER and OIDC_CLIENT_ID: set both, or none':
      (hasIssuer && values.OIDC_CLIENT_ID === undefined) || (hasClient && !hasIssuer),
    'OIDC_ISSUER must begin with https:, or be on this machine':
      values.OIDC_ISSUER !== undefined && !isSafe(`${values.OIDC_ISSUER}/`),
    'OIDC_ISSUER replaces our own sign-in, which the people of the demo need: set DEMO to off':
      hasIssuer && values.DEMO === true,
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}
