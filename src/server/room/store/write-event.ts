import type { AuctionId } from '#domain/basics/ids.ts';
import { chainHash, type HistoryLine } from '#domain/bidding/history.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';

/** The fields of a line that is about no bid. */
export const ABOUT_NO_BID = {
  bidId: null,
  itemId: null,
  bidderId: null,
  alias: null,
  priceCents: null,
  quantity: null,
  allowsPartial: null,
  minimumAcceptable: null,
  reason: null,
  until: null,
};

/**
 * Locks the auction's row in the caller's transaction and adds one line that is about no bid (`created`, `changed`,
 * `closed`). Rooms notice the new version and read settings, items and bidders again.
 */
export async function writeEvent(
  rows: RoomRows,
  auctionId: AuctionId,
  kind: 'created' | 'changed' | 'closed',
  actingUserId: string | null,
  { at, by = kind === 'closed' ? 'system' : 'admin' }: { at?: Date; by?: HistoryLine['by'] } = {},
): Promise<void> {
  const locked = await rows.lock(auctionId);
  if (!locked) return;
  const atMs = at?.getTime() ?? (await rows.nowMs());
  const line: HistoryLine = { seq: locked.version + 1, kind, at: new Date(atMs).toISOString(), ...ABOUT_NO_BID, by };
  const before = locked.lastHash;
  const hash = chainHash(before, line, sha256, locked.salt);
  await rows.write([{ auctionId, line, before, hash, actingUserId }], []);
}
