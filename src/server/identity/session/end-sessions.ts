import { sql } from 'kysely';
import { endSessions } from '#contract/company/company.ts';
import { revokeInvitations, revokeKeys, usableKeysOf } from '#server/company/end-powers.ts';
import { countRows } from '#server/platform/database/page.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { deleteSessionsOf, type SessionEnds } from '#server/identity/session/user-session.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import { countApiKeys } from '#contract/identity/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sessionOfKey } from '#server/platform/http/session-of-key.ts';

/**
 * An administrator ends a person's session, as when a device was lost (ASVS 7.4.5). The next sign-in needs both
 * factors. The person's API keys and open invitations end too, because whoever had the device may have made them.
 */
export const endSessionsOperation = (ends: SessionEnds): Operation =>
  operation(endSessions, async ({ db, caller, params, afterCommit }) => {
    const person = db.selectFrom('app_user').select('id').where('id', '=', params.id);
    if (!(await person.executeTakeFirst())) throw new Refused('not_found');
    const sessions = await deleteSessionsOf({ ends }, db, params.id);
    const ended = [...sessions, ...(await endApiKeysOf(db, ends, { userId: params.id, by: caller.userId }))];
    await revokeInvitations(db, sql`invited_by = ${params.id}`, caller.userId);
    await forgetDevicesOf(db, params.id);
    afterCommit(() => ends.announce(ended));
    return {};
  });

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
  return { count: await countRows(db, sql`from api_key where ${usableKeysOf(caller.userId)}`) };
});
