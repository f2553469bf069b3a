import { countApiKeys } from '#contract/identity/own-account.ts';
import { revokeKeys, usableKeysOf } from '#server/company/revoke-keys.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';
import type { SessionEnds } from '#server/identity/session/session-ends.ts';

type EndedKeys = { readonly userId: string; readonly by: string };

/**
 * Revokes every API key that this person made, in whatever company; `by` is who asked for it. Returns the sessions of the
 * keys, to be announced after the commit: their sockets close.
 */
export async function endApiKeysOf(db: Db, ends: SessionEnds, { userId, by }: EndedKeys): Promise<string[]> {
  const keys = await revokeKeys(db, usableKeysOf(userId), by);
  const sessions = keys.map(({ id }) => sessionOfKey(id));
  await ends.notify(db, sessions);
  return sessions;
}

/** Tells how many keys `endApiKeysOf` would revoke now. */
export const countApiKeysOperation: Operation = operation(countApiKeys, async ({ db, caller }) => {
  const { count } = await db
    .selectFrom('api_key')
    .select((keys) => keys.fn.countAll<string>().as('count'))
    .where(usableKeysOf(caller.userId))
    .executeTakeFirstOrThrow();
  return { count: Number(count) };
});
