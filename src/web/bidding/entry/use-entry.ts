import { useMemo, useState, useCallback, useEffect } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { withdrawBid, type PlacedBids, type RoomBid, listOwnBids } from '#contract/bidding/bidding.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import type { WithAcceptance } from '#web/document/use-terms-to-accept.ts';
import type { Draft } from '#web/bidding/bid-form/draft.ts';
import { keepReceipt } from '#web/bidding/receipts/kept-receipts.ts';
import { judgeSlots, mergeSlots, slotsOf, type Slot } from '#web/bidding/entry/initial-slots.ts';
import { withoutSlot, type RefusedSlots, usePlacing } from '#web/bidding/entry/use-placing.ts';
import { settingOf } from '#web/bidding/room/room-setting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import {
  discardInput,
  saveInput,
  discardInputOnLeave,
  readSavedInput,
  inputKey,
} from '#web/platform/storage/saved-input.ts';

const NO_BIDS: readonly RoomBid[] = [];

type EntryState = { readonly slots: readonly Slot[]; readonly own: readonly RoomBid[]; readonly refused: RefusedSlots };

/** The state and the actions of the entry page (`useEntry`). */
export type Entry = ReturnType<typeof useEntry>;

type EntryOptions = {
  readonly withAcceptance: WithAcceptance;
  readonly onPlaced: (placed: PlacedBids) => void;
  /** Leads from the review back to the fields; undefined while the fields are shown. */
  readonly stepBack: (() => void) | undefined;
};

/** The entry page's state: the typed bids for each item, the results of checking them, and the calls to the server. */
export function useEntry(auction: Auction, phase: 'initial' | 'live', options: EntryOptions) {
  const { withAcceptance, onPlaced, stepBack } = options;
  const setting = useMemo(() => settingOf(auction), [auction]);
  const { own: known, error, reload, take } = useOwnBids(auction.id);
  const own = known ?? NO_BIDS;
  const [state, setState] = useState<EntryState>();
  const kept = useKeptSlots();
  if (known && state?.own !== known) {
    const typed = state?.slots ?? kept.slots;
    const slots = typed ? mergeSlots(setting, typed, state?.own ?? known, known) : slotsOf(setting, known);
    setState({ refused: {}, ...state, slots, own: known });
  }
  const slots = state?.slots;
  const judged = useMemo(() => judgeSlots(slots ?? [], { setting, phase, own }), [slots, setting, phase, own]);
  const change = (how: (before: EntryState) => Partial<EntryState>) =>
    setState((before) => before && { ...before, ...how(before) });
  const place = usePlacing(auction.id, judged, {
    withAcceptance,
    onPlaced: (placed, sent) => {
      // The page removes the slots of placed bids. Updating the own bids (`take`) adds these slots again.
      change((before) => ({ refused: {}, slots: before.slots.filter((slot) => !sent.includes(slot)) }));
      take(placed.bids);
      onPlaced(placed);
    },
    onRefused: (refused) => change(() => ({ refused })),
  });
  useKeepSlots(kept, slots, {
    isTyped: judged.toSend.length > 0,
    // The bidder cannot go back to the fields while bids are being sent.
    stepBack: place.isPending ? undefined : stepBack,
  });
  return {
    setting,
    phase,
    /** Undefined during the first load of the own bids. */
    slots,
    own,
    judged,
    refused: state?.refused ?? {},
    loadError: error,
    reload,
    type: (slotId: string, typed: Partial<Draft>) =>
      change(({ slots: before, refused }) => ({
        refused: withoutSlot(refused, slotId),
        slots: before.map((slot) => (slot.slotId === slotId ? { ...slot, draft: { ...slot.draft, ...typed } } : slot)),
      })),
    setSlots: (how: (slots: readonly Slot[]) => readonly Slot[]) => change((before) => ({ slots: how(before.slots) })),
    place,
    withdraw: async (bidId: string) => {
      const { bids, receipt } = await api(withdrawBid, { params: { id: auction.id, bidId }, key: newKey() });
      keepReceipt(auction.id, receipt);
      take(bids);
    },
  };
}

const AGAIN_MS = 15_000;

/** Reads the caller's standing bids. Used outside the live room. */
function useOwnBids(auctionId: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...readQuery(['own-bids', auctionId], listOwnBids, { params: { id: auctionId } }),
    refetchInterval: AGAIN_MS,
  });
  const take = useCallback(
    (bids: readonly RoomBid[]) => {
      const key = ['own-bids', auctionId];
      const own = withAnswered(queryClient.getQueryData<readonly RoomBid[]>(key) ?? [], bids);
      void queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, own);
      // The page shows the room only to a bidder who has a bid.
      queryClient.setQueryData(auctionQuery('user', auctionId).queryKey, (auction) =>
        auction?.own ? { ...auction, own: { ...auction.own, hasBid: own.length > 0 } } : auction,
      );
    },
    [auctionId, queryClient],
  );
  return {
    /** Undefined during the first load. */
    own: query.data,
    error: query.error && !query.data ? asApiError(query.error) : undefined,
    reload: () => void query.refetch(),
    /** Applies the bids of a response. They are newer than the result of a read that is still running. */
    take,
  };
}

/** Returns the own bids. Bids in a response replace their older versions. */
const withAnswered = (own: readonly RoomBid[], answered: readonly RoomBid[]): readonly RoomBid[] => [
  ...own.filter((bid) => !answered.some((other) => other.bidId === bid.bidId)),
  ...answered.filter((bid) => !bid.isDeleted),
];

type KeptSlots = { readonly slots: readonly Slot[] };
/**
 * The initial values that are saved with the slots. They are always the same, so saved slots are always restored. The
 * page then merges the current standing bids into them.
 */
const ANYTHING: KeptSlots = { slots: [] };

/** Reads unsent input of the entry page that was saved before the session ended, if there is any. */
function useKeptSlots() {
  const [kept] = useState(() => {
    const place = inputKey('initial-bids');
    return { place, slots: place && readSavedInput(place, ANYTHING)?.slots };
  });
  return kept;
}

/**
 * Saves unsent input, as forms do, and asks before the user leaves the page. During the review, the browser's Back
 * button calls `stepBack`, which leads to the fields.
 */
function useKeepSlots(
  { place }: ReturnType<typeof useKeptSlots>,
  slots: readonly Slot[] | undefined,
  { isTyped, stepBack }: { isTyped: boolean; stepBack: (() => void) | undefined },
): void {
  useLeaveGuard(isTyped, stepBack);
  useEffect(() => {
    if (!place || !slots) return;
    if (isTyped) saveInput(place, ANYTHING, { slots } satisfies KeptSlots);
    else discardInput(place);
  }, [place, slots, isTyped]);
  useEffect(() => (place ? () => discardInputOnLeave(place) : undefined), [place]);
}
