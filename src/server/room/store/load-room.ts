import type { AuctionId } from '#domain/basics/ids.ts';
import { FIRST_HASH } from '#domain/bidding/history.ts';
import { applyLine, createRoomState, roomOfBids, type RoomState } from '#server/room/room-state.ts';
import type { RoomRows } from '#server/room/store/room-store.ts';

/** The whole auction in memory: settings, then every history line in order. */
export async function loadRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  // The version before the settings: a change in between leaves a `changed` line beyond it, for which the next reader
  // loads again. The other way round old settings would pass for those of the newer version.
  const peeked = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  if (!settings || !peeked) return undefined;
  const state = createRoomState(settings, peeked.times, FIRST_HASH);
  await readLines(rows, state, peeked.version);
  // The row has them as they are now, whatever lines say of the way there.
  state.times = peeked.times;
  return state;
}

/** An auction before its start with the bids that stand: all that an edit asks for, however long the history is. */
export async function loadSealedRoom(rows: RoomRows, auctionId: AuctionId): Promise<RoomState | undefined> {
  const now = await rows.peek(auctionId);
  const settings = await rows.settings(auctionId);
  return now && settings && roomOfBids(settings, now, await rows.sealedBids(auctionId));
}

/** Brings a state up to `version`; true where a line says that settings, items or bidders changed. */
export async function readLines(rows: RoomRows, state: RoomState, version: number): Promise<boolean> {
  const lines = await rows.lines(state.settings.auctionId, state.version, version);
  let isChanged = false;
  for (const { line, hash } of lines) {
    applyLine(state, line, hash);
    if (line.kind === 'changed') isChanged = true;
  }
  return isChanged;
}
