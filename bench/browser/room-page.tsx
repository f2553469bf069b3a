import '#web/design/theme/mantine-css.ts';
import '#web/design/theme/base.css';
import { MantineProvider } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { RoomDelta } from '#contract/bidding/room.ts';
import { Ranking, type Jump } from '#web/bidding/ranking/ranking.tsx';
import { RoomSessionContext, useItem } from '#web/bidding/room/room-session-context.ts';
import { LiveRoom } from '#web/bidding/room/live-room.tsx';
import { createRoomSession } from '#web/bidding/room/room-session.ts';
import { settingOf } from '#web/bidding/room/room-setting.ts';
import { createRoomBook, type RoomRow } from '#web/bidding/room/room-view.ts';
import { themeOf, variablesOf } from '#web/design/theme/theme.ts';
import { EMPTY_LIVE, foldLive, type LiveState } from '#web/platform/live/live-fold.ts';
import type { Live } from '#web/platform/live/live.ts';
import { loadEnv } from '#web/platform/page/env.ts';
import { loadWords, WordsProvider } from '#web/platform/phrases/words.tsx';
import { createStore } from '#web/platform/storage/store.ts';
import { PlainRanking } from './plain-ranking.tsx';
import { createRoomFeed, UPDATE_MS, type RoomFeed } from './room-feed.ts';

/**
 * The parts that this page can show. `room-render.ts` opens the page with one part and tells the page when to apply
 * updates.
 */
export type RoomPart = 'room' | 'ranking' | 'plain';

declare global {
  interface Window {
    /** Applies this many updates, ten a second. The function is defined as soon as the part is on the screen. */
    feed?: (updates: number) => Promise<void>;
  }
}

const UPDATES = 1_000;

/** Returns a room connection without a network. It folds deltas into the room as the product does. */
function fedLive(feed: RoomFeed): { live: Live; take: (delta: RoomDelta) => void } {
  const state = createStore<LiveState>(foldLive(EMPTY_LIVE, feed.snapshot).state);
  const connection = createStore({ state: 'live', roundTripMs: 20, refusal: undefined, isStale: false } as const);
  const nothing = () => undefined;
  const roomMessage = createStore<ReturnType<Live['roomMessage']['get']>>(undefined);
  const live: Live = {
    state,
    connection,
    roomMessage,
    askProof: nothing,
    report: nothing,
    open: () => nothing,
    takeAnswered: nothing,
  };
  return { live, take: (delta) => state.set(foldLive(state.get(), delta).state) };
}

type Part = { readonly shows: ReactNode; readonly take: (delta: RoomDelta, update: number) => void };

const PARTS: Record<RoomPart, (feed: RoomFeed) => Part> = {
  room(feed) {
    const { live, take } = fedLive(feed);
    const { auction, snapshot } = feed;
    return { shows: <LiveRoom {...{ auction, live }} role="user" phase="live" times={snapshot.times} />, take };
  },
  ranking(feed) {
    const { live, take } = fedLive(feed);
    return { shows: <RankingAlone feed={feed} live={live} />, take };
  },
  plain(feed) {
    // Rows are ranked before the measurement, so the anchor only renders them.
    const book = createRoomBook(settingOf(feed.auction));
    const itemId = feed.auction.items[0]?.auctionItemId ?? '';
    let state = foldLive(EMPTY_LIVE, feed.snapshot).state;
    const rowsNow = () => (state.room && book.take(state.room).items.get(itemId)?.rows) ?? [];
    const first = rowsNow();
    const after = feed.deltas.map((delta) => {
      state = foldLive(state, delta).state;
      return rowsNow();
    });
    let show: (rows: readonly RoomRow[]) => void = () => undefined;
    return {
      shows: <PlainAlone first={first} onShow={(set) => (show = set)} />,
      take: (_delta, update) => show(after[update] ?? []),
    };
  },
};

type PlainProps = { first: readonly RoomRow[]; onShow: (set: (rows: readonly RoomRow[]) => void) => void };

function PlainAlone({ first, onShow }: PlainProps) {
  const [rows, setRows] = useState(first);
  useEffect(() => onShow(setRows), [onShow]);
  return <PlainRanking rows={rows} />;
}

/** Renders only our ranking, with all rows, so that it has as many rows as the anchor. */
function RankingAlone({ feed, live }: { feed: RoomFeed; live: Live }) {
  const [roomSession] = useState(() => createRoomSession({ auction: feed.auction, role: 'user', live }));
  useEffect(() => roomSession.start(), [roomSession]);
  return (
    <RoomSessionContext value={roomSession}>
      <style>{'[role=region] { max-height: none !important; }'}</style>
      <RankingOf itemId={feed.auction.items[0]?.auctionItemId ?? ''} />
    </RoomSessionContext>
  );
}

function RankingOf({ itemId }: { itemId: string }) {
  const jump = useRef<Jump>(() => undefined);
  const view = useItem(itemId);
  return view && <Ranking rows={view.rows} item={view.bidding} jump={jump} />;
}

async function start(part: RoomPart): Promise<void> {
  const { brand } = await loadEnv();
  const words = await loadWords('en');
  const feed = createRoomFeed(Date.now(), UPDATES);
  const { shows, take } = PARTS[part](feed);
  createRoot(document.getElementById('root') ?? document.body).render(
    <MantineProvider theme={themeOf(brand.primaryColor)} cssVariablesResolver={variablesOf(brand.primaryColor)}>
      <WordsProvider initial={words}>{shows}</WordsProvider>
    </MantineProvider>,
  );
  let update = 0;
  window.feed = (updates) =>
    new Promise((resolve) => {
      const until = update + updates;
      const timer = setInterval(() => {
        const delta = feed.deltas[update];
        if (delta) take(delta, update);
        update += 1;
        if (update < until) return;
        clearInterval(timer);
        setTimeout(resolve, UPDATE_MS);
      }, UPDATE_MS);
    });
}

void start(new URLSearchParams(location.search).get('part') as RoomPart);
