import { createContext, useContext } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import type { BidForm } from '#web/bidding/bid-form/bid-form.ts';
import type { Outgoing } from '#web/bidding/bid-form/bid-sender.ts';
import type { LastPlaced, RoomSession } from '#web/bidding/room/room-session.ts';
import type { ItemView, RoomView } from '#web/bidding/room/room-view.ts';

/**
 * Provides the `roomSession` of the room on screen. The object never changes while the room is shown, so components
 * that read the context do not render again.
 */
export const RoomSessionContext = createContext<RoomSession | undefined>(undefined);

/** Returns the `roomSession` of the room on screen. */
export function useRoomSession(): RoomSession {
  const roomSession = useContext(RoomSessionContext);
  if (!roomSession) throw new Error('This part belongs into a room');
  return roomSession;
}

/** Returns a part of the room's view. The component renders again only when that part changes. */
export function useRoom<Part>(select: (view: RoomView) => Part): Part | undefined {
  return useStore(useRoomSession().view, (view) => (view ? select(view) : undefined));
}

/** Returns the view of an item. The component renders again only when that item changes. */
export const useItem = (itemId: string): ItemView | undefined => useRoom((view) => view.items.get(itemId));

/** Returns the id of the item that is selected in the room. */
export const useSelectedId = (): string => useStore(useRoomSession().selected);

/** Returns the bid form of an item. Undefined until the room's first snapshot has arrived. */
export const useBidForm = (itemId: string): BidForm | undefined =>
  useStore(useRoomSession().forms, (forms) => forms.get(itemId));

/** Returns the bid on an item that waits for the server's response, if there is one. */
export const useOutgoing = (itemId: string): Outgoing | undefined =>
  useStore(useRoomSession().sender.outgoing, (all) => all.find(({ input }) => input.auctionItemId === itemId));

/** Returns the last bid on an item that the server accepted from this page, if any. */
export const useLastPlaced = (itemId: string): LastPlaced | undefined =>
  useStore(useRoomSession().lastPlaced, (placed) => placed.get(itemId));

/**
 * Returns a function that labels the price to win of an item as a minimum or a maximum. The label has a note if the
 * price holds only for bids that accept partial fill.
 */
export function useToWinLabel(): (view: Pick<ItemView, 'bidding' | 'toWin'>) => string {
  const say = useSay();
  const { setting } = useRoomSession();
  return ({ bidding, toWin }) => {
    if (toWin.isFull) return say('room.fullAtLimit');
    const label = say(`direction.${setting.terms.auctionType}.priceToWin`);
    return bidding.partialFulfillment ? say('room.anyPart', { label }) : label;
  };
}
