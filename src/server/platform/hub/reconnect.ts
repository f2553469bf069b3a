import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import type { Hub } from '#server/platform/hub/hub.ts';

const CHANNEL = 'come_back';

/**
 * Closes the sockets of these users in every process once this transaction commits, because their permissions changed.
 * They reconnect with a new token, for which permissions are checked again.
 */
export const reconnectUsers = (db: Db, userIds: readonly string[]): Promise<void> => notify(db, CHANNEL, userIds);

/** Subscribes this process to `reconnectUsers`. */
export const subscribeToReconnects = (database: Database, hub: Pick<Hub, 'closeWhere'>): Promise<void> =>
  database.listen(CHANNEL, (userId) => hub.closeWhere((claims) => claims.userId === userId, CLOSE_CODES.RESTARTING));
