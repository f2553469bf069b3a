import type { Auction } from '#contract/auction/auction.ts';
import { paths } from '#web/paths.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import type { RoomPhase } from '#web/bidding/room/phase.ts';

export type WayIn = { readonly to: string; readonly label: PhraseKey };

type Facts = Pick<Auction, 'id' | 'relation' | 'own' | 'isDraft'> & { readonly items: readonly unknown[] };

/** Where one can go from an auction's details, the main way first; a visitor registers first, beside the details. */
export function waysIn(role: Role, auction: Facts, phase: RoomPhase): readonly WayIn[] {
  const { id, relation } = auction;
  const room = (label: PhraseKey): WayIn => ({ to: paths.auction(role, id), label });
  const result: WayIn = { to: paths.auctionResult(role, id), label: 'auction.viewResult' };
  if (role === 'admin') {
    const bidders: WayIn = { to: paths.addBidders(id), label: 'auction.bidders' };
    if (phase === 'closed') return [result, bidders];
    // Nobody is in the room of a draft.
    const watch = auction.items.length > 0 && !auction.isDraft ? [room('auction.enterRoom')] : [];
    return phase === 'sealed'
      ? [{ to: paths.updateAuction(id), label: 'action.edit' }, bidders, ...watch]
      : [...watch, bidders];
  }
  if (relation === 'visitor') return [];
  if (phase === 'closed') return [result];
  const manage: WayIn = { to: paths.updateOwnAuction(id), label: 'changeRequest.manageItems' };
  const prepared = relation === 'owner' && phase === 'sealed' ? [manage] : [];
  if (auction.items.length === 0) return prepared;
  if (relation === 'owner') return [...prepared, room('auction.watchRoom')];
  const hasBid = auction.own?.hasBid ?? false;
  if (phase === 'sealed') return [room(hasBid ? 'auction.changeInitialBids' : 'auction.placeInitialBids')];
  if (phase === 'live' || phase === 'paused') return [room(hasBid ? 'auction.enterRoom' : 'auction.bidToEnter')];
  return hasBid ? [room('auction.enterRoom')] : [];
}
