import type { RoomDelta, RoomSnapshot } from '#contract/bidding/room.ts';
import { signHead, type SignText } from '#server/room/judging/sign-receipts.ts';
import { isSealed, type RoomState } from '#server/room/room-state.ts';

/**
 * Signs the newest line of a room, unless the last commit has signed it. Call it after a commit or a read: only stored
 * lines may be signed. Before the start there is no head, because it would reveal when rivals bid.
 */
export function keepHeadSigned(state: RoomState, sign: SignText | undefined, nowMs: number): void {
  if (!sign || state.settings.salt === null || isSealed(state) || isHeadSigned(state)) return;
  const { version: seq, lastHash: hash } = state;
  const time = new Date(nowMs).toISOString();
  state.signedHead = signHead({ auctionId: state.settings.auctionId, seq, hash, time, root: hash }, sign);
}

const isHeadSigned = ({ signedHead, version, lastHash }: RoomState): boolean =>
  signedHead?.seq === version && signedHead.hash === lastHash;

/** Returns the signed head of a room as a member of a message, or nothing. */
export const signedHeadIn = (state: RoomState): Pick<RoomSnapshot, 'signedHead'> =>
  state.signedHead && isHeadSigned(state) && !isSealed(state) ? { signedHead: state.signedHead } : {};

/**
 * Returns the hashes of the contents after version `from` as a member of a message. Returns nothing if the publisher
 * does not have all of them; the reader then asks with `sync`.
 */
export const chainIn = (state: RoomState, from: number, links: readonly string[]): Pick<RoomDelta, 'chain'> =>
  state.settings.salt !== null && links.length >= state.version - from && !isSealed(state)
    ? { chain: { from, links: links.slice(links.length - (state.version - from)) } }
    : {};
