import { sql } from 'kysely';
import { conductLineOf } from '#domain/auction/conduct.ts';
import {
  delayClosing,
  findSealedBids,
  linesBetween,
  loadSettings,
  lockAuction,
  lockFreeAuctions,
  peekAuction,
} from '#server/room/store/room-rows.ts';
import type { RoomRows, RoomStore } from '#server/room/store/room-store.ts';
import { isOfAdmin, writeLines, type OnAdminAct, type OnControl } from '#server/room/store/write-lines.ts';
import { databaseNowMs } from '#server/platform/runtime/clock.ts';
import { notify, type Database, type Db } from '#server/platform/database/database.ts';
import { REQUEST_KEPT_MS } from '#server/platform/http/delete-old-requests.ts';

const CHANNEL = 'greenlot_room';

/** Returns the row methods in PostgreSQL. If `db` is a transaction, the methods run in this transaction. */
export const roomRows = (db: Db): RoomRows => ({
  lock: (auctionId) => lockAuction(db, auctionId),
  lockFree: (auctionIds, asked) => lockFreeAuctions(db, auctionIds, asked),
  peek: (auctionId) => peekAuction(db, auctionId),
  settings: (auctionId) => loadSettings(db, auctionId),
  lines: (auctionId, from, to) => linesBetween(db, auctionId, from, to),
  sealedBids: (auctionId) => findSealedBids(db, auctionId),
  nowMs: () => databaseNowMs(db),
  delayClosing: (auctionId) => delayClosing(db, auctionId),
  write: (lines, answers) => writeLines(db, lines, answers),
});

/** Like `roomRows`, and calls the handlers of a line in the transaction that stores it. */
const roomRowsTelling = (db: Db, { onAdminAct, onControl }: LineHandlers): RoomRows => ({
  ...roomRows(db),
  async write(lines, answers) {
    await writeLines(db, lines, answers);
    for (const line of lines) {
      if (isOfAdmin(line)) await onAdminAct?.(db, line);
      const control = conductLineOf(line.line);
      if (control) await onControl?.(db, line.auctionId, control);
    }
  },
});

type LineHandlers = { readonly onAdminAct?: OnAdminAct; readonly onControl?: OnControl };

/** Returns the room store in PostgreSQL or PGlite. The handlers run in the transactions of their lines. */
export const roomStore = (database: Database, handlers: LineHandlers = {}): RoomStore => ({
  ...roomRows(database.db),
  inTransaction: (work) =>
    database.db.transaction().execute((transaction) => work(roomRowsTelling(transaction, handlers))),
  isOpenToOthers: database.kind === 'postgres',
  notify: (payloads) => notify(database.db, CHANNEL, payloads),
  listen: (heard) => database.listen(CHANNEL, heard),
});

/**
 * Deletes the stored answers to bids when `REQUEST_KEPT_MS` have passed since the closing of the auction. Until then, a
 * page may repeat a call to learn whether its last bid was accepted. The history keeps the bids.
 */
export async function deleteOldBidRequests(db: Db, nowMs: number): Promise<void> {
  await sql`
    delete from bid_request where auction_id in (
      select id from auction where closed_at < ${new Date(nowMs - REQUEST_KEPT_MS)})`.execute(db);
}
