import { sql } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Scope with which other applications call the auction API for a person (decision 85). */
export const API_SCOPE = 'auction-api';

/** Returns whether the operator granted the scope to this application. */
export const mayAskForApi = ({ CLIENTS }: Pick<Config, 'CLIENTS'>, clientId: string): boolean =>
  CLIENTS.some(({ client_id: id, scopes }) => id === clientId && scopes.includes(API_SCOPE));

/**
 * SQL for a key that identifies one consent. A consent that is given again after a withdrawal has another key. The
 * query must name the row `consent`.
 */
export const CONSENT_KEY = sql<string>`(extract(epoch from consent.granted_at) * 1000000)::bigint::text`;

/** Returns the key of the person's consent to this application; undefined without one. */
export async function findConsent(db: Db, userId: string, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select ${CONSENT_KEY} as key from client_consent consent
    where user_id = ${userId} and client_id = ${clientId}`.execute(db);
  return rows[0]?.key;
}

/** Stores the person's consent to this application. A second call changes nothing. */
export async function giveConsent(db: Db, userId: string, clientId: string): Promise<void> {
  await sql`
    insert into client_consent (user_id, client_id) values (${userId}, ${clientId}) on conflict do nothing`.execute(db);
}

/**
 * Withdraws a consent, and with it the application's tokens. Refresh tokens and authorization codes are deleted. The
 * API refuses access tokens, because it checks the consent at each call. A later consent does not make old tokens
 * valid, because each token names the consent under which it was issued. Returns false if there was no consent.
 */
export async function withdrawConsent(db: Db, userId: string, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from client_consent where user_id = ${userId} and client_id = ${clientId} returning client_id`.execute(db);
  await sql`delete from oidc_model where user_id = ${userId} and payload ->> 'clientId' = ${clientId}`.execute(db);
  return rows.length > 0;
}
