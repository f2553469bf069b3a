import type { FromRoom } from '#contract/bidding/room.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';

const CHANNEL = 'look_again';

/** Returns the group of a page's viewers: one user, or all administrators. */
export const pageGroup = (page: string, userId = 'admins'): string => `page:${page}:${userId}`;

/** Returns the group of viewers of a shared page, or of one item on it. Permissions are checked when they reload. */
export const openPageGroup = (page: string, id = 'all'): string => pageGroup(page, id);

/**
 * Tells these groups, in every process, to reload once this transaction commits. It carries no data; permissions are
 * checked when the page reloads. Use it only for infrequent changes: a notification in a transaction makes commits wait
 * for each other.
 */
export const invalidate = (db: Db, groups: readonly string[]): Promise<void> => notify(db, CHANNEL, groups);

const INVALIDATED: FromRoom = { event: 'LiveAuctions', kind: 'listChanged' };

/** Subscribes this process to `invalidate`. */
export const subscribeToInvalidations = (
  database: Database,
  hub: { broadcast(group: string, data: object): void },
): Promise<void> => database.listen(CHANNEL, (group) => hub.broadcast(group, INVALIDATED));
