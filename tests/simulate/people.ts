import type { RoomBidder } from '#server/room/room-state.ts';
import { changeAuction } from './change-auction.ts';
import { planConduct } from './plan-conduct.ts';
import { openClient, type Client, type ClientDeps } from './client.ts';
import { someRequest } from './some-request.ts';

/** Bidders continue to send bids for this many ms after the end. */
export const LATENESS_MS = 1_500;

/** Creates all participants and plans the times of their actions. */
export function invitePeople(around: ClientDeps): Client[] {
  const { scene } = around;
  const { settings } = scene.rows();
  const bidders = [...settings.bidders.values()].map((bidder) => {
    const client = openClient(around, { userId: bidder.userId, role: 'bidder', bidderId: bidder.bidderId });
    planBids(around, client, bidder);
    return client;
  });
  const admin = openClient(around, { userId: 'admin', role: 'admin', bidderId: null });
  planAdmin(around, admin);
  planConduct(scene, admin, LATENESS_MS);
  return [...bidders, admin, openClient(around, { userId: 'owner', role: 'owner', bidderId: null })];
}

/** Plans the times of a bidder's requests, many of them around the start and the end. */
function planBids({ scene }: ClientDeps, client: Client, bidder: RoomBidder): void {
  const { chance, schedule, rows } = scene;
  const { startsAtMs, auctionEndsAtMs } = rows().times;
  const ask = (): void => void client.call(someRequest(scene, client, bidder));
  const at = (ms: number): void => schedule.after(Math.max(1, ms - schedule.nowMs()), ask);
  const around = (ms: number, spreadMs: number): number => ms + (chance.next() * 2 - 1) * spreadMs;
  const nowMs = schedule.nowMs();
  for (let i = chance.between(0, 3); i > 0; i -= 1) at(nowMs + chance.next() * (startsAtMs - nowMs));
  for (let i = chance.between(0, 2); i > 0; i -= 1) at(around(startsAtMs, 60));
  for (let i = chance.between(1, 12); i > 0; i -= 1) at(startsAtMs + chance.next() * (auctionEndsAtMs - startsAtMs));
  for (let i = chance.between(0, 3); i > 0; i -= 1) at(around(auctionEndsAtMs, 60));
  if (chance.happens(0.2)) at(auctionEndsAtMs + chance.next() * LATENESS_MS);
  // Soft close may move the end, so some requests are sent after the end that is planned now.
  const { softClose } = rows().settings;
  const mostMs = softClose ? softClose.minutes * softClose.maximum * 60_000 : 0;
  for (let i = softClose ? chance.between(0, 6) : 0; i > 0; i -= 1) at(auctionEndsAtMs + chance.next() * mostMs);
}

/** Lets an admin cancel bids at random times, also in the closing period, and edit the auction before its start. */
function planAdmin({ scene, anyServer }: ClientDeps, admin: Client): void {
  const { chance, schedule, rows } = scene;
  const { startsAtMs, auctionEndsAtMs } = rows().times;
  const nowMs = schedule.nowMs();
  for (let i = chance.below(4); i > 0; i -= 1) {
    schedule.after(chance.next() * (auctionEndsAtMs + LATENESS_MS - nowMs), () => {
      const bids = [...(admin.live().room?.bids.values() ?? [])];
      if (bids.length === 0) return;
      const { bidId } = chance.one(bids);
      void admin.call({
        userId: 'admin',
        accounts: [],
        type: 'cancel',
        bidId,
        reason: 'agreed with the bidder',
      });
    });
  }
  for (let i = chance.below(3); i > 0; i -= 1) {
    schedule.after(chance.next() * (startsAtMs - nowMs), () => {
      const server = anyServer();
      // The change is rejected after the start, or it is lost. No test depends on its success.
      if (server) changeAuction(scene, server).catch(() => undefined);
    });
  }
}
