import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { HUB_TOKEN_SECONDS } from '#contract/bidding/room.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';

/**
 * Issues a token for one connection. The token is a random secret, of which only the hash is stored. The token's age
 * counts from the start of the call that requests it, `callAgeMs` ago. The caller's permissions were read after this
 * start and may have ended since.
 */
export async function issueHubToken(
  db: Db,
  claims: HubClaims,
  callAgeMs: number,
): Promise<{ accessToken: string; expiresAt: string }> {
  const accessToken = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ expires_at: Date }>`
    insert into hub_token (token_hash, claims, expires_at)
    values (${sha256(accessToken)}, ${JSON.stringify(claims)}::jsonb,
            clock_timestamp() + ${HUB_TOKEN_SECONDS * 1_000 - callAgeMs} * interval '1 millisecond')
    returning expires_at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the token was not stored');
  return { accessToken, expiresAt: row.expires_at.toISOString() };
}

export type RedeemedToken = { readonly claims: HubClaims; readonly ageMs: number };

/**
 * Consumes a token and returns its claims. Exactly one of several parallel callers succeeds, also in different
 * processes.
 */
export async function redeemHubToken(db: Db, token: string): Promise<RedeemedToken | undefined> {
  const { rows } = await sql<{ claims: HubClaims; left_ms: number }>`
    delete from hub_token where token_hash = ${sha256(token)}
    returning claims, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms`.execute(db);
  const [row] = rows;
  if (!row || row.left_ms <= 0) return undefined;
  return { claims: row.claims, ageMs: HUB_TOKEN_SECONDS * 1_000 - row.left_ms };
}

export async function deleteExpiredTokens(db: Db): Promise<void> {
  await sql`delete from hub_token where expires_at < clock_timestamp() - interval '1 minute'`.execute(db);
}
