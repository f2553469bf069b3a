import type { FromRoom } from '#contract/bidding/room.ts';
import { notify, type Database, type Db } from '#server/platform/database/database.ts';

const CHANNEL = 'look_again';

/** Returns the name of the group of a page's viewers: one user or, by default, all administrators. */
export const pageGroup = (page: string, userId = 'admins'): string => `page:${page}:${userId}`;

/**
 * Returns the name of the group of viewers of a shared page, or of one item on the page. Permissions are checked when
 * the viewers reload.
 */
export const openPageGroup = (page: string, id = 'all'): string => pageGroup(page, id);

/**
 * Tells the members of these groups, in every process, to reload their page. The notification is sent when the
 * transaction commits. It carries no data, and permissions are checked at the reload. Use it only for infrequent
 * changes, because transactions with a notification wait for each other to commit.
 */
export const invalidate = (db: Db, groups: readonly string[]): Promise<void> => notify(db, CHANNEL, groups);

const INVALIDATED: FromRoom = { event: 'LiveAuctions', kind: 'listChanged' };

/** Subscribes this process to `invalidate`. */
export const subscribeToInvalidations = (
  database: Database,
  hub: { broadcast(group: string, data: object): void },
): Promise<void> => database.listen(CHANNEL, (group) => hub.broadcast(group, INVALIDATED));
