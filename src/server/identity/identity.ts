import type { Brand } from '#server/platform/config/brand.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { API_BASE, issuerOf, publicEnvironment, type Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { createForeignProvider, type ForeignProvider } from '#server/identity/foreign-provider/foreign-provider.ts';
import { loadSecret, type Secret } from '#server/identity/session/secret.ts';
import { watchSessionEnds, type SessionEnds } from '#server/identity/session/user-session.ts';
import { loadSigningKeys, type SigningKeys } from '#server/identity/session/signing-keys.ts';

/** What the parts of the identity service share: made once by `openIdentity`, handed to everything else. */
export type Identity = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  /** OpenID issuer: where browsers reach this deployment. */
  readonly issuer: string;
  /** Whom access tokens are for: the auction API of this deployment. */
  readonly audience: string;
  readonly brand: Brand;
  readonly secret: Secret;
  readonly keys: SigningKeys;
  readonly ends: SessionEnds;
  /** Signs people in instead of our own pages, where one is configured. */
  readonly foreign: ForeignProvider | undefined;
};

export async function openIdentity({
  database,
  clock,
  config,
}: Pick<Identity, 'clock' | 'config'> & { readonly database: Database }): Promise<Identity> {
  const issuer = issuerOf(config);
  const secret = await loadSecret(database.db, config);
  return {
    db: database.db,
    clock,
    config,
    issuer,
    audience: issuer + API_BASE,
    brand: publicEnvironment(config, []).brand,
    secret,
    keys: await loadSigningKeys({ database, secret, clock }),
    ends: await watchSessionEnds(database),
    foreign: createForeignProvider(config, issuer, secret),
  };
}
