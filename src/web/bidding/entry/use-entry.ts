import { useMemo, useState, useCallback, useEffect } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { withdrawBid, type PlacedBids, type RoomBid, listOwnBids } from '#contract/bidding/bidding.ts';
import { type ApiError, asApiError } from '#web/platform/calls/api-error.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import type { WithAcceptance } from '#web/document/use-terms-to-accept.ts';
import type { Draft } from '#web/bidding/bid-form/draft.ts';
import { judgeSlots, mergeSlots, slotsOf, type JudgedSlots, type Slot } from '#web/bidding/entry/initial-slots.ts';
import { withoutSlot, type RefusedSlots, usePlacing, type Placing } from '#web/bidding/entry/use-placing.ts';
import { settingOf, type RoomSetting } from '#web/bidding/room/room-setting.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { forgetTyped, keepTyped, leaveTyped, readTyped, typedPlace } from '#web/platform/storage/typed.ts';

const NO_BIDS: readonly RoomBid[] = [];

type State = { readonly slots: readonly Slot[]; readonly own: readonly RoomBid[]; readonly refused: RefusedSlots };

/** The entry page's state: what is typed for each item, how the rules judge it, and the ways to the server. */
export type Entry = {
  readonly setting: RoomSetting;
  readonly phase: 'initial' | 'live';
  /** Undefined while the own bids load for the first time. */
  readonly slots: readonly Slot[] | undefined;
  readonly own: readonly RoomBid[];
  readonly judged: JudgedSlots;
  readonly refused: RefusedSlots;
  readonly loadError: ApiError | undefined;
  readonly reload: () => void;
  readonly type: (slotId: string, change: Partial<Draft>) => void;
  readonly setSlots: (how: (slots: readonly Slot[]) => readonly Slot[]) => void;
  readonly place: Placing;
  readonly withdraw: (bidId: string) => Promise<void>;
};

type Ways = {
  readonly withAcceptance: WithAcceptance;
  readonly onPlaced: (placed: PlacedBids) => void;
  /** From the review to the fields; undefined where the fields are shown. */
  readonly stepBack: (() => void) | undefined;
};

export function useEntry(auction: Auction, phase: 'initial' | 'live', ways: Ways): Entry {
  const { withAcceptance, onPlaced, stepBack } = ways;
  const setting = useMemo(() => settingOf(auction), [auction]);
  const { own: known, error, reload, take } = useOwnBids(auction.id);
  const own = known ?? NO_BIDS;
  const [state, setState] = useState<State>();
  const kept = useKeptSlots();
  if (known && state?.own !== known) {
    const typed = state?.slots ?? kept.slots;
    const slots = typed ? mergeSlots(setting, typed, state?.own ?? known, known) : slotsOf(setting, known);
    setState({ refused: {}, ...state, slots, own: known });
  }
  const slots = state?.slots;
  const judged = useMemo(() => judgeSlots(slots ?? [], { setting, phase, own }), [slots, setting, phase, own]);
  const change = (how: (before: State) => Partial<State>) =>
    setState((before) => before && { ...before, ...how(before) });
  const place = usePlacing(auction.id, judged, {
    withAcceptance,
    onPlaced: (placed, sent) => {
      // What was placed comes back as standing bids.
      change((before) => ({ refused: {}, slots: before.slots.filter((slot) => !sent.includes(slot)) }));
      take(placed.bids);
      onPlaced(placed);
    },
    onRefused: (refused) => change(() => ({ refused })),
  });
  useKeepSlots(kept, slots, {
    isTyped: judged.toSend.length > 0,
    // What was sent cannot be changed before its answer.
    stepBack: place.isPending ? undefined : stepBack,
  });
  return {
    setting,
    phase,
    slots,
    own,
    judged,
    refused: state?.refused ?? {},
    loadError: error,
    reload,
    type: (slotId, typed) =>
      change(({ slots: before, refused }) => ({
        refused: withoutSlot(refused, slotId),
        slots: before.map((slot) => (slot.slotId === slotId ? { ...slot, draft: { ...slot.draft, ...typed } } : slot)),
      })),
    setSlots: (how) => change((before) => ({ slots: how(before.slots) })),
    place,
    withdraw: async (bidId) => {
      const { bids } = await api(withdrawBid, { params: { id: auction.id, bidId }, key: newKey() });
      take(bids);
    },
  };
}

const AGAIN_MS = 15_000;

export type OwnBids = {
  /** Undefined while they load for the first time. */
  readonly own: readonly RoomBid[] | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Takes in bids of an answer, which is newer than the next reading. */
  readonly take: (bids: readonly RoomBid[]) => void;
};

/** The caller's standing bids, outside of the room. */
function useOwnBids(auctionId: string): OwnBids {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['own-bids', auctionId],
    queryFn: ({ signal }) => api(listOwnBids, { params: { id: auctionId }, signal }),
    refetchInterval: AGAIN_MS,
    meta: { silent: true },
  });
  const take = useCallback(
    (bids: readonly RoomBid[]) => {
      const key = ['own-bids', auctionId];
      const own = withAnswered(queryClient.getQueryData<readonly RoomBid[]>(key) ?? [], bids);
      void queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, own);
      // Having a bid or none decides which screen is shown.
      queryClient.setQueryData(auctionQuery('user', auctionId).queryKey, (auction) =>
        auction?.own ? { ...auction, own: { ...auction.own, hasBid: own.length > 0 } } : auction,
      );
    },
    [auctionId, queryClient],
  );
  return {
    own: query.data,
    error: query.error && !query.data ? asApiError(query.error) : undefined,
    reload: () => void query.refetch(),
    take,
  };
}

export const withAnswered = (own: readonly RoomBid[], answered: readonly RoomBid[]): readonly RoomBid[] => [
  ...own.filter((bid) => !answered.some((other) => other.bidId === bid.bidId)),
  ...answered.filter((bid) => !bid.isDeleted),
];

type KeptSlots = { readonly slots: readonly Slot[] };
/** Whatever stood when it was typed: what stands now is merged in. */
const ANYTHING: KeptSlots = { slots: [] };

/** What was typed on the entry page before the session ended, if anything was. */
function useKeptSlots() {
  const [kept] = useState(() => {
    const place = typedPlace('initial-bids');
    return { place, slots: place && readTyped(place, ANYTHING)?.slots };
  });
  return kept;
}

/**
 * From then on it is kept as any form's is, and left only after a question. While it is under review, the browser's Back
 * leads to the fields by `stepBack`.
 */
function useKeepSlots(
  { place }: ReturnType<typeof useKeptSlots>,
  slots: readonly Slot[] | undefined,
  { isTyped, stepBack }: { isTyped: boolean; stepBack: (() => void) | undefined },
): void {
  useLeaveGuard(isTyped, stepBack);
  useEffect(() => {
    if (!place || !slots) return;
    if (isTyped) keepTyped(place, ANYTHING, { slots } satisfies KeptSlots);
    else forgetTyped(place);
  }, [place, slots, isTyped]);
  useEffect(() => (place ? () => leaveTyped(place) : undefined), [place]);
}
