import { sql } from 'kysely';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';

/** Scope of other applications that act for a person through the auction API (decision 58). */
export const API_SCOPE = 'auction-api';

/** The operator granted the scope to this application. */
export const mayAskForApi = ({ CLIENTS }: Pick<Config, 'CLIENTS'>, clientId: string): boolean =>
  CLIENTS.some(({ client_id: id, scopes }) => id === clientId && scopes.includes(API_SCOPE));

/** Names one consent: given again after it was withdrawn, it is another one. `consent` is the row's name in the query. */
export const CONSENT_KEY = sql<string>`(extract(epoch from consent.granted_at) * 1000000)::bigint::text`;

/** The person's consent that this application acts through the auction API, by its key; undefined where there is none. */
export async function findConsent(db: Db, userId: string, clientId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select ${CONSENT_KEY} as key from client_consent consent
    where user_id = ${userId} and client_id = ${clientId}`.execute(db);
  return rows[0]?.key;
}

export async function giveConsent(db: Db, userId: string, clientId: string): Promise<void> {
  await sql`
    insert into client_consent (user_id, client_id) values (${userId}, ${clientId}) on conflict do nothing`.execute(db);
}

/**
 * Withdraws a consent and ends the application's tokens: its refresh tokens and codes are gone, and the API asks for the
 * consent at each call. Access tokens name the consent that they were made by, so a later one does not revive them. False where there was none.
 */
export async function withdrawConsent(db: Db, userId: string, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from client_consent where user_id = ${userId} and client_id = ${clientId} returning client_id`.execute(db);
  await sql`delete from oidc_model where user_id = ${userId} and payload ->> 'clientId' = ${clientId}`.execute(db);
  return rows.length > 0;
}
