import { useMemo } from 'react';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { answerableUntil } from '#web/bidding/room/answer-time.ts';
import { bidAtHand, type BidAtHand } from '#web/bidding/bid-form/bid-at-hand.ts';
import { useDesk, useBidForm, useItem, useOutgoing, useRoom } from '#web/bidding/room/desk-context.ts';

export function useBid(itemId: string): BidAtHand | undefined {
  const { setting } = useDesk();
  const room = useRoom((view) => view);
  const view = useItem(itemId);
  const form = useBidForm(itemId);
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
