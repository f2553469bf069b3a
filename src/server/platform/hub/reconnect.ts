import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { notify, type Database, type Db } from '#server/platform/database/database.ts';
import type { Hub } from '#server/platform/hub/hub.ts';

const CHANNEL = 'come_back';

/**
 * Closes the sockets of these users in every process when this transaction commits, because the users' permissions
 * changed. The clients reconnect with a new token, and permissions are checked again for this token.
 */
export const reconnectUsers = (db: Db, userIds: readonly string[]): Promise<void> => notify(db, CHANNEL, userIds);

/** Subscribes this process to `reconnectUsers`. */
export const subscribeToReconnects = (database: Database, hub: Pick<Hub, 'closeWhere'>): Promise<void> =>
  database.listen(CHANNEL, (userId) => hub.closeWhere((claims) => claims.userId === userId, CLOSE_CODES.RESTARTING));
