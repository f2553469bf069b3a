import { sql } from 'kysely';
import { endSessions } from '#contract/company/company.ts';
import { revokeInvitations } from '#server/company/revoke-invitations.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { endApiKeysOf } from '#server/identity/session/end-api-keys.ts';
import type { SessionEnds } from '#server/identity/session/session-ends.ts';
import { forgetDevicesOf } from '#server/identity/session/trusted-device.ts';
import { deleteSessionsOf } from '#server/identity/session/user-session.ts';

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
