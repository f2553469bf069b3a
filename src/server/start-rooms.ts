import { CLOSE_CODES } from '#contract/bidding/room.ts';
import { platformCurrency } from '#domain/basics/currency.ts';
import { startRecurring } from '#server/auction/make-drafts.ts';
import { announceResult } from '#server/award/result-mails.ts';
import { startCloser } from '#server/award/close-auction.ts';
import { closingStore } from '#server/award/sql-closing-store.ts';
import type { OnRowHeld } from '#server/room/store/load-room.ts';
import type { SocketPurpose } from '#server/bidding/room-tokens.ts';
import { roomGroup } from '#server/room/publish-room.ts';
import type { SignText } from '#server/room/judging/sign-receipts.ts';
import { createRooms } from '#server/room/rooms.ts';
import { queueControlWebhooks } from '#server/auction/auction-webhooks.ts';
import { startSettler } from '#server/auction/settling/settle-account.ts';
import { openForAuction } from '#server/settlement/open-settlements.ts';
import { roomStore } from '#server/room/store/sql-room-store.ts';
import { notifyAdminAct } from '#server/bidding/notify-admin-act.ts';
import { notifyVoid } from '#server/auction-notice/notify-void.ts';
import { createOutbidWatch } from '#server/auction-notice/notify-outbid.ts';
import type { Clock } from '#server/platform/runtime/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { HubClaims } from '#server/platform/hub/claims.ts';
import type { Hub } from '#server/platform/hub/hub.ts';
import type { Heartbeat } from '#server/platform/runtime/heartbeat.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { withSpan } from '#server/platform/telemetry/trace.ts';

export type RoomsDeps = {
  readonly onRowHeld: OnRowHeld;
  readonly hub: Hub;
  readonly beat: Heartbeat;
  readonly publicUrl: string;
  readonly failed: (error: unknown) => void;
  readonly sign: SignText;
};

/** Starts the rooms, the job that closes auctions on time, and the job that makes the next auction of a series. */
export async function startRooms(database: Database, clock: Clock, surroundings: RoomsDeps) {
  const { hub, beat, publicUrl, onRowHeld, failed, sign } = surroundings;
  const outbidWatch = createOutbidWatch({
    db: database.db,
    clock,
    timers: nodeTimers,
    usersInRoom: (auctionId) => hub.usersIn(roomGroup(auctionId, 'participants')),
    failed,
  });
  const rooms = await createRooms({
    store: roomStore(database, { onAdminAct: notifyAdminAct(publicUrl), onControl: queueControlWebhooks }),
    clock,
    timers: nodeTimers,
    sockets: {
      broadcast: (group, message) =>
        void withSpan('tell a room', { 'greenlot.group': group }, async () => hub.broadcast(group, message)),
      isHeard: (group) => hub.isHeard(group),
      end: (auctionId, userIds) => hub.closeWhere(isInRoom(auctionId, userIds), CLOSE_CODES.NOT_ALLOWED),
      restart: (auctionId) => hub.closeWhere(follows(auctionId), CLOSE_CODES.RESTARTING),
      endReaders: (auctionId, bidderIds) => hub.closeWhere(readsFor(auctionId, bidderIds), CLOSE_CODES.NOT_ALLOWED),
    },
    onBids: outbidWatch.moved,
    onRowHeld,
    sign,
    onOtherHistory({ settings: { auctionId } }, lost) {
      outbidWatch.forget(auctionId);
      notifyVoid(database.db, auctionId, lost).catch(failed);
    },
  });
  database.onMissed(() => rooms.compare());
  const store = closingStore(database.db, async (db, state, awards) => {
    await openForAuction(db, state.settings.auctionId, platformCurrency());
    await announceResult(publicUrl)(db, state, awards);
  });
  const closer = startCloser({
    store,
    clock,
    timers: nodeTimers,
    rooms,
    beforeClosing: beat.ensureFresh,
    onRowHeld,
    failed,
  });
  const settler = startSettler({ db: database.db, publicUrl, rooms, timers: nodeTimers, failed });
  const stopRecurring = startRecurring({ db: database.db, rooms, timers: nodeTimers, failed, publicUrl });
  const stopRooms = async (): Promise<void> => {
    stopRecurring();
    outbidWatch.stop();
    await Promise.all([closer.stop(), settler.stop()]);
  };
  return { rooms, closer, settler, stopRooms };
}

const follows = (auctionId: string) => (claims: HubClaims) => (claims.data as SocketPurpose)?.auctionId === auctionId;

const isInRoom = (auctionId: string, userIds: ReadonlySet<string>) => (claims: HubClaims) =>
  userIds.has(claims.userId) && (claims.data as SocketPurpose)?.auctionId === auctionId;

const readsFor = (auctionId: string, bidderIds: ReadonlySet<string>) => (claims: HubClaims) => {
  const purpose = claims.data as SocketPurpose;
  const bidderId = purpose?.auctionId === auctionId ? purpose.reader.bidderId : null;
  return bidderId !== null && bidderIds.has(bidderId);
};
