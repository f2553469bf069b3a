import { CLOSE_CODES } from '#contract/bidding/room.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import type { Hub } from '#server/platform/hub/hub.ts';

const CHANNEL = 'come_back';

/**
 * What these users may do has changed: once this transaction commits, their sockets close in every process. They come
 * back with a new token, and whoever asks for one is looked at anew.
 */
export const comeBack = (db: Db, userIds: readonly string[]): Promise<void> => notify(db, CHANNEL, userIds);

export const passOnComeBack = (database: Database, hub: Pick<Hub, 'closeWhere'>): Promise<void> =>
  database.listen(CHANNEL, (userId) => hub.closeWhere((claims) => claims.userId === userId, CLOSE_CODES.RESTARTING));
