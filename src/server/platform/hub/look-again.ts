import type { FromRoom } from '#contract/bidding/room.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';

const CHANNEL = 'look_again';

/** Who looks at a page: one user, or all admins. */
export const pageGroup = (page: string, userId = 'admins'): string => `page:${page}:${userId}`;

/** Who looks at a page that is one for all, or at one thing of it; what there is to see is decided when they ask again. */
export const openPageGroup = (page: string, id = 'all'): string => pageGroup(page, id);

/**
 * Tells those groups, in every process, to ask again: once this transaction commits, and only then. There is no data in
 * it; permissions are checked where the page asks. For what changes now and then: a notification in the transaction makes
 * commits wait for each other.
 */
export const lookAgain = (db: Db, groups: readonly string[]): Promise<void> => notify(db, CHANNEL, groups);

const LOOK_AGAIN: FromRoom = { event: 'LiveAuctions', kind: 'listChanged' };

export const passOnLookAgain = (
  database: Database,
  hub: { broadcast(group: string, data: object): void },
): Promise<void> => database.listen(CHANNEL, (group) => hub.broadcast(group, LOOK_AGAIN));
