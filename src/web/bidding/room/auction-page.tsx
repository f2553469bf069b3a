import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { Role } from '#web/platform/session/session.ts';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { RoomSkeleton } from '#web/bidding/room/room-skeleton.tsx';
import css from './room.module.css';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { AdminApprovals } from '#web/approval/admin-approvals.tsx';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { type Live, createRoomLive } from '#web/platform/live/live.ts';
import { renewAhead } from '#web/platform/session/renew-ahead.ts';
import { createStore, useStore } from '#web/platform/storage/store.ts';
import { EMPTY_LIVE } from '#web/platform/live/live-fold.ts';
import { AuctionTitle } from '#web/bidding/room/auction-title.tsx';
import { LiveRoom } from '#web/bidding/room/live-room.tsx';
import { roomPhaseAt, type RoomPhase, type RoomTimes } from '#web/bidding/room/phase.ts';
import { WentBackNote } from '#web/bidding/room/went-back-note.tsx';
import type { CarriedDraft } from '#web/bidding/room/room-session.ts';
import { useAuctionPlaces } from '#web/bidding/room/use-auction-places.ts';
import { useBiddingRefusal, useIsBarred } from '#web/bidding/room/use-bidding-refusal.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { reloadProfile } from '#web/platform/session/profile.ts';

/**
 * The page `/user/auction/{id}` or `/admin/auction/{id}`. It shows the entry page or the live room, or leads to the
 * result.
 */
export function AuctionPage({ role, id }: { role: Role; id: string }) {
  const { data: auction, error, refetch } = useQuery(auctionQuery(role, id));
  if (auction)
    return (
      // Shows the room's outline while the code of the screen loads.
      <Suspense key={id} fallback={<RoomSkeleton isBidder={false} />}>
        <Stage role={role} auction={auction} />
      </Suspense>
    );
  if (error && asApiError(error).status === 404) return <NotFound />;
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <Skeleton height={26} width={320} maw="80%" mb={24} />
      <Skeleton className={css.barPlace} />
      <RoomSkeleton isBidder={role === 'user'} />
    </>
  );
}

/**
 * The interval, in ms, at which the page reads the auction again in each phase. `false`: the live room sends changes.
 */
const ASK_AGAIN_MS: Record<RoomPhase, number | false> = {
  sealed: 15_000,
  live: false,
  paused: false,
  closing: 2_000,
  closed: false,
};
/**
 * The interval for a bidder without a bid, in ms. This bidder has no live room, so prices to win are read with the
 * auction.
 */
const PRICES_AGAIN_MS = 3_000;

/** Lazy-loaded: a bidder who has a bid does not need the entry page. */
const InitialBids = lazy(async () => ({ default: (await import('#web/bidding/entry/initial-bids.tsx')).InitialBids }));

/** Lazy-loaded: people who may enter the auction do not need these screens. */
const closedDoors = () => import('#web/bidding/details/no-entry.tsx');
const ClosedDoor = lazy(async () => ({ default: (await closedDoors()).NoEntryNotice }));
const NotYetRegistered = lazy(async () => ({ default: (await closedDoors()).NotYetRegistered }));

/** Lazy-loaded: bidders do not need the auction controls. */
const ConductMenu = lazy(async () => ({
  default: (await import('#web/bidding/conduct/conduct-menu.tsx')).ConductMenu,
}));

/** Lazy-loaded: nothing of the room waits for the receipts. */
const ReceiptsBar = lazy(async () => ({
  default: (await import('#web/bidding/receipts/receipts-bar.tsx')).ReceiptsBar,
}));

const HistoryWatch = lazy(async () => ({
  default: (await import('#web/bidding/receipts/history-watch.tsx')).HistoryWatch,
}));

const NOTHING_LIVE = createStore(EMPTY_LIVE);

/** Chooses the screen of an auction from the person's role, whether the person has a bid, and the server's clock. */
function Stage({ role, auction }: { role: Role; auction: Auction }) {
  const isWatching = auction.relation === 'admin' || auction.relation === 'owner';
  const hasBid = auction.own?.hasBid ?? false;
  const isStarted = useAtSecond((nowMs) => nowMs >= Date.parse(auction.startTime), Date.parse(auction.startTime));
  const isBarred = useIsBarred(auction);
  const isOnlooker = useBiddingRefusal(auction) === 'bids_through_colleague';
  const mayEnter =
    !isBarred && auction.items.length > 0 && (isWatching || (auction.relation === 'bidder' && (hasBid || !isStarted)));
  const live = useRoomConnection(role, auction, mayEnter);
  const { phase, times } = usePhase(auction, live);
  useEffect(() => renewAhead(Date.parse(times.auctionEndTime)), [times.auctionEndTime]);
  const isOpen = phase === 'live' || phase === 'paused';
  const isWithoutBid = isOpen && !isWatching && !hasBid;
  useQuery({
    ...auctionQuery(role, auction.id),
    refetchInterval: isWithoutBid ? PRICES_AGAIN_MS : ASK_AGAIN_MS[phase],
  });
  const places = useAuctionPlaces(role, auction.id);
  const carried = useRef<readonly CarriedDraft[]>([]);

  const isVisitor = auction.relation === 'visitor';
  const takesBids = phase === 'sealed' || isOpen;
  if (takesBids && (isVisitor || auction.own?.mustAcceptTerms)) return <NotYetRegistered {...{ auction, phase }} />;
  if (isVisitor) return <ClosedDoor reason="endedWithoutBid" {...{ auction, role }} />;
  if (auction.items.length === 0) return <ClosedDoor reason="withoutItems" {...{ auction, role }} />;
  if (phase === 'closed') return <Navigate to={places.result} replace />;
  if (phase === 'closing' && !isWatching && !hasBid)
    return <ClosedDoor reason="endedWithoutBid" {...{ auction, role }} />;
  return (
    <>
      <AuctionTitle
        {...{ auction, role, phase, isOnlooker }}
        actions={
          role === 'admin' && (
            // On a phone, the menu is on a separate row. The fallback reserves the space while the menu loads.
            <Suspense fallback={<div className={css.conductPlace} />}>
              <ConductMenu auctionId={auction.id} {...{ phase, times }} />
            </Suspense>
          )
        }
      />
      <AdminApprovals role={role} pageId={auction.id} />
      {live && <WentBackNote {...{ live, auction }} />}
      {auction.own && (
        <Suspense fallback={null}>
          {live && <HistoryWatch live={live} auctionId={auction.id} />}
          <ReceiptsBar auctionId={auction.id} />
        </Suspense>
      )}
      {isBarred ? (
        <ClosedDoor reason="barred" {...{ auction, role }} />
      ) : live && (isWatching || (hasBid && phase !== 'sealed')) ? (
        <LiveRoom {...{ auction, role, live, phase, times }} carried={carried.current} />
      ) : (
        <Suspense fallback={<RoomSkeleton isBidder={false} />}>
          <InitialBids
            auction={auction}
            phase={phase === 'sealed' ? 'initial' : 'live'}
            isPaused={phase === 'paused'}
            carried={carried}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * Returns the current phase and times. It prefers the room's times: after a soft close they are newer than the
 * auction's.
 */
function usePhase(auction: Auction, live: Live | undefined): { phase: RoomPhase; times: RoomTimes } {
  const roomTimes = useStore(live?.state ?? NOTHING_LIVE, ({ room }) => room?.times);
  const isResultReady = useStore(live?.state ?? NOTHING_LIVE, (state) => state.isResultReady);
  const known: RoomTimes = roomTimes ?? auction;
  const times = { ...known, isClosed: auction.isClosed || isResultReady || known.isClosed };
  const phase = useAtSecond((nowMs) => roomPhaseAt(times, nowMs), Date.parse(times.auctionEndTime));
  return { phase, times };
}

/**
 * Opens the room's connection as soon as this person may enter. Opens a new connection if the person should receive
 * other data. The token of a connection determines which data the server sends: a bidder receives the bids of others
 * only after placing a bid, and an administrator receives names in one language.
 */
function useRoomConnection(role: Role, auction: Auction, mayEnter: boolean): Live | undefined {
  const language = useLanguage();
  const hears = role === 'admin' ? language : (auction.own?.hasBid ?? 'watching');
  const { id } = auction;
  const key = mayEnter ? `${id}.${hears}` : undefined;
  const [made, setMade] = useState<{ key: string; live: Live }>();
  if (key !== undefined && made?.key !== key) setMade({ key, live: createRoomLive(role, id) });
  const live = key === undefined ? undefined : made?.live;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!live) return undefined;
    // The server refused the connection, perhaps because permissions changed, or because the reader's bids are lost.
    // The new profile and the auction tell the reason.
    const forget = live.connection.subscribe(() => {
      if (!live.connection.get().refusal) return;
      void reloadProfile(queryClient).catch(() => undefined);
      void queryClient.invalidateQueries(auctionQuery(role, id));
    });
    const close = live.open();
    return () => {
      forget();
      close();
    };
  }, [live, queryClient, role, id]);
  return live;
}
