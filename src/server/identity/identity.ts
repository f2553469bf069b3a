import type { Brand } from '#server/platform/config/brand.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import { API_BASE, issuerOf, type Config } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { createForeignProvider, type ForeignProvider } from '#server/identity/foreign-provider/foreign-provider.ts';
import { loadSecret, type Secret } from '#server/identity/session/secret.ts';
import { watchSessionEnds, type SessionEnds } from '#server/identity/session/user-session.ts';
import { loadSigningKeys, type SigningKeys } from '#server/identity/session/signing-keys.ts';
import { sql } from 'kysely';
import { CODE_SENDS_WINDOW_MS } from '#domain/identity/one-time-code.ts';
import { FAILURE_RULES } from '#domain/identity/lockout.ts';

/** The state that all parts of the identity service share. `openIdentity` creates it once per process. */
export type Identity = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  /** OpenID issuer: the address at which browsers reach this deployment. */
  readonly issuer: string;
  /** Audience of access tokens: the auction API of this deployment. */
  readonly audience: string;
  readonly brand: Brand;
  readonly secret: Secret;
  readonly keys: SigningKeys;
  readonly ends: SessionEnds;
  /** The foreign provider that signs people in instead of our own pages; undefined if none is configured. */
  readonly foreign: ForeignProvider | undefined;
};

/** Loads the secret and the signing keys, and returns the identity service of this process. */
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

/** Deletes expired sessions, one-time codes, devices, tickets, registrations and failures. */
export async function deleteExpiredIdentityRows(db: Db, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await sql`delete from oidc_model where expires_at < ${now}`.execute(db);
  await sql`delete from user_session where expires_at < ${now}`.execute(db);
  await sql`delete from trusted_device where expires_at < ${now}`.execute(db);
  await sql`delete from first_administrator_link where expires_at < ${now}`.execute(db);
  // A code is kept for an hour after it expires, because lockouts and the count of sent codes need its row.
  await sql`delete from one_time_code where expires_at < ${new Date(nowMs - CODE_SENDS_WINDOW_MS)}`.execute(db);
  await sql`delete from registration where expires_at < ${now}`.execute(db);
  await sql`delete from identity_ticket where expires_at < ${now}`.execute(db);
  await sql`delete from sign_in_failure where last_at < ${new Date(nowMs - FAILURE_KEPT_MS)}`.execute(db);
}

const FAILURE_KEPT_MS = Math.max(...Object.values(FAILURE_RULES).map((rule) => rule.resetAfterMs));
