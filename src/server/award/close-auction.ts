import { awardItem, type Award } from '#domain/award/close.ts';
import type { AuctionId, ItemId } from '#domain/basics/ids.ts';
import type { RoomState } from '#server/room/room-state.ts';
import { lockForClosing, type OnRowHeld } from '#server/room/store/lock-auction.ts';
import type { RoomRows, RoomStore } from '#server/room/store/room-store.ts';
import { writeEvent } from '#server/room/store/write-event.ts';

export type ItemAward = Award & { readonly itemId: ItemId };

export type ClosingRows = RoomRows & {
  /** Keeps the awards, and that and when the auction was closed; whoever is to hear of it is told in the same transaction. */
  storeResult(state: RoomState, awards: readonly ItemAward[]): Promise<void>;
};

export type ClosingStore = Pick<RoomStore, 'peek'> & {
  inTransaction<T>(work: (rows: ClosingRows) => Promise<T>): Promise<T>;
  /** Auctions whose time to be closed has come. */
  dueAuctions(): Promise<AuctionId[]>;
};

/**
 * Closes one auction whose end and drain have passed, once, whichever process comes first (rules 3.3): the awards are
 * stored and a last line ends the history. True where it was closed now.
 */
export async function closeAuction(
  store: Pick<ClosingStore, 'inTransaction'>,
  auctionId: AuctionId,
  onRowHeld: OnRowHeld = () => undefined,
): Promise<boolean> {
  return store.inTransaction(async (rows) => {
    const state = await lockForClosing(rows, auctionId, onRowHeld);
    if (!state) return false;
    await writeEvent(rows, auctionId, 'closed', null);
    await rows.storeResult(state, awardsOf(state));
    return true;
  });
}

/**
 * Every award of a room as it stands: the same function makes the result page, the statements and the stored awards
 * (architecture, invariant 5). An annulled auction awards nothing.
 */
export function awardsOf(state: RoomState): ItemAward[] {
  if (state.times.annulledAtMs !== null) return [];
  const { fees } = state.settings;
  return [...state.standings.values()].flatMap(({ item, rows }) =>
    awardItem(rows(), fees).map((award) => ({ ...award, itemId: item.itemId })),
  );
}
