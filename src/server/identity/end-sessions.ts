import { endSessions } from '#contract/company.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';
import type { SessionEnds } from '#server/identity/session-ends.ts';
import { forgetDevicesOf } from '#server/identity/trusted-device.ts';
import { deleteSessionsOf } from '#server/identity/user-session.ts';

/** An administrator throws somebody out, as when a device was lost (ASVS 7.4.5): whoever comes back proves both factors. */
export const endSessionsOperation = (ends: SessionEnds): Operation =>
  operation(endSessions, async ({ db, params, afterCommit }) => {
    const person = db.selectFrom('app_user').select('id').where('id', '=', params.id);
    if (!(await person.executeTakeFirst())) throw new Refused('not_found');
    const ended = await deleteSessionsOf({ ends }, db, params.id);
    await forgetDevicesOf(db, params.id);
    afterCommit(() => ends.announce(ended));
    return {};
  });
