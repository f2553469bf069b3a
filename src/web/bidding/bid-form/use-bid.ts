import { useMemo } from 'react';
import type { BidVerdict } from '#domain/bidding/judge-bid.ts';
import type { FarBid } from '#domain/bidding/far-bid.ts';
import type { PriceToWin } from '#domain/bidding/price-to-win.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { answerableUntil } from '#web/bidding/room/answer-time.ts';
import type { Backup } from '#web/bidding/room/backup.ts';
import { bidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';
import type { BidForm, Complaints } from '#web/bidding/bid-form/bid-form.ts';
import { useDesk, useForm, useItem, useOutgoing, useRoom } from '#web/bidding/room/desk-context.ts';
import type { RoomSetting } from '#web/bidding/room/room-setting.ts';
import type { ItemView, RoomRow } from '#web/bidding/room/room-view.ts';
import type { WhatIf } from '#web/bidding/bid-form/what-if.ts';

/** Everything that the bid form of an item shows, judged against the room as it stands at this moment. */
export type BidAtHand = {
  readonly itemId: string;
  readonly setting: RoomSetting;
  readonly view: ItemView;
  readonly form: BidForm;
  /** The standing bid that is being revised. */
  readonly present: RoomRow | undefined;
  readonly verdict: BidVerdict;
  readonly complaints: Complaints;
  /** Price to win now of this bid, and the lowest price at which it is accepted, the revised one left out. */
  readonly toWin: PriceToWin;
  readonly lowestPrice: PriceToWin;
  /**
   * The lowest accepted price, or the present price of the revised bid if that is better: a live bid may not get worse.
   */
  readonly fromCents: number;
  /** What a bid of that price would stand behind. */
  readonly behind: Backup | undefined;
  /** The price for all of the typed quantity, where that is more. */
  readonly toWinAll: PriceToWin | undefined;
  /** Undefined until price and quantity are figures that could be bid. */
  readonly outlook: WhatIf | undefined;
  /** Why it is asked about once more before it is placed. */
  readonly far: FarBid | undefined;
  readonly isSending: boolean;
};

export function useBid(itemId: string): BidAtHand | undefined {
  const { setting } = useDesk();
  const room = useRoom((view) => view);
  const view = useItem(itemId);
  const form = useForm(itemId);
  const isSending = useOutgoing(itemId) !== undefined;
  const isAnswerable = useIsAnswerable();
  return useMemo(
    () =>
      room && view && form ? bidAtHand({ itemId, setting, room, view, form, isSending, isAnswerable }) : undefined,
    [itemId, setting, room, view, form, isSending, isAnswerable],
  );
}

/** Whether rivals still have the full time to answer, by the server's clock as this browser knows it. */
function useIsAnswerable(): boolean {
  const { live, setting } = useDesk();
  const untilMs = useStore(live.state, ({ room }) => (room ? answerableUntil(setting.softClose, room.times) : 0));
  return useAtSecond((nowMs) => nowMs <= untilMs, untilMs);
}
