import { createMyInvoisAuthority } from '#server/invoice/myinvois-authority.ts';
import type { TaxAuthority } from '#server/invoice/tax-authority.ts';
import type { Config } from '#server/platform/config/config.ts';

type AuthorityConfig = Pick<Config, 'MYINVOIS_URL' | 'MYINVOIS_CLIENT_ID' | 'MYINVOIS_CLIENT_SECRET'>;

/** Opens the way to the tax authority of this deployment; undefined if none is configured. */
export function openAuthority(config: AuthorityConfig): TaxAuthority | undefined {
  const { MYINVOIS_URL: url, MYINVOIS_CLIENT_ID: clientId, MYINVOIS_CLIENT_SECRET: clientSecret } = config;
  if (url === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return createMyInvoisAuthority({ url, clientId, clientSecret });
}
