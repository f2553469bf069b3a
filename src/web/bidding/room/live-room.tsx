import { useMediaQuery } from '@mantine/hooks';
import { IconEyeOff, IconHourglass } from '@tabler/icons-react';
import { useCallback, useEffect, useState, memo, useRef } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { BidDrawer, BidPanel } from '#web/bidding/bid-form/bid-panel.tsx';
import { focusOn, PRICE_FIELD_ID } from '#web/bidding/bid-form/field-ids.ts';
import { useAdminActions } from '#web/bidding/conduct/admin-actions.tsx';
import { ConductNote } from '#web/bidding/conduct/conduct-note.tsx';
import { type Moment, momentAt, type RoomPhase, type RoomTimes } from '#web/bidding/room/phase.ts';
import { OwnBids } from '#web/bidding/ranking/own-bids.tsx';
import {
  RoomSessionContext,
  useRoomSession,
  useRoom,
  useSelectedId,
  useItem,
  useToWinLabel,
} from '#web/bidding/room/room-session-context.ts';
import { HindranceNote } from '#web/bidding/bid-form/bid-notes.tsx';
import { ItemPane } from '#web/bidding/room/item-pane.tsx';
import { RoomBar } from '#web/bidding/room/room-bar.tsx';
import { type CarriedDraft, createRoomSession } from '#web/bidding/room/room-session.ts';
import { RoomSkeleton } from '#web/bidding/room/room-skeleton.tsx';
import { useBiddingRefusal } from '#web/bidding/room/use-bidding-refusal.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useDeferredLoad } from '#web/platform/clock/use-deferred-load.ts';
import type { Live } from '#web/platform/live/live.ts';
import { useLetterKeys } from '#web/platform/page/keys.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './room.module.css';
import { OUTCOME_MARKS } from '#web/bidding/ranking/outcome-mark.tsx';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import listCss from './item-list.module.css';

type Props = {
  auction: Auction;
  role: Role;
  live: Live;
  phase: RoomPhase;
  times: RoomTimes;
  carried?: readonly CarriedDraft[];
};

/** Loads the room's news right after the page, not with it. News can only follow the room's first view. */
const loadNews = () => import('#web/bidding/news/room-news.tsx');

/**
 * The live bidding room. A `roomSession` outside React keeps the room's state. Each part of the screen renders again
 * only when its own data changes.
 */
export function LiveRoom({ auction, role, live, phase, times, carried }: Props) {
  const [roomSession] = useState(() => createRoomSession({ auction, role, live, carried }));
  useEffect(() => roomSession.start(), [roomSession]);
  return (
    <RoomSessionContext value={roomSession}>
      <RoomBar phase={phase} times={times} />
      <RoomBanner phase={phase} />
      <ConductNote times={times} auction={auction} />
      {phase !== 'paused' && <SpokenTime untilMs={Date.parse(times.auctionEndTime)} />}
      <RoomBody phase={phase} times={times} />
    </RoomSessionContext>
  );
}

/**
 * Lays out the items, the selected item and the bid form: side by side, or stacked on narrow screens. The key B moves
 * the focus to the price field.
 */
function RoomBody({ phase, times }: { phase: RoomPhase; times: RoomTimes }) {
  const roomSession = useRoomSession();
  const itemId = useSelectedId();
  const isReady = useRoom(() => true) ?? false;
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isStacked = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isOpen, setIsOpen] = useState(false);
  const admin = useAdminActions(roomSession);
  const isBidder = roomSession.setting.own !== undefined;
  const refusal = useBiddingRefusal(roomSession.auction);
  const mayBid = isBidder && refusal === undefined;
  const bid = useCallback(() => {
    if (!mayBid) return;
    if (isStacked) setIsOpen(true);
    focusOn(PRICE_FIELD_ID);
  }, [mayBid, isStacked]);
  useLetterKeys((key) => {
    if (key === 'b') bid();
    return key === 'b';
  });
  const [news] = useDeferredLoad(loadNews, 0);
  const RoomNews = isBidder ? news?.RoomNews : undefined;
  if (!isReady) return <RoomSkeleton isBidder={isBidder} />;
  return (
    <div className={css.room} data-wide {...(isBidder && { 'data-keys': 'room' })}>
      <div className={css.grid} data-watching={!isBidder || undefined}>
        <ItemList />
        <ItemPane
          {...{ itemId, phase, isNarrow }}
          onRevise={mayBid ? bid : undefined}
          action={admin.action}
          onBid={admin.onBid}
        />
        {isBidder && !isStacked && (
          <div className={css.side}>
            {refusal ? <HindranceNote hindrance={refusal} /> : <BidPanel key={itemId} itemId={itemId} phase={phase} />}
          </div>
        )}
      </div>
      {RoomNews && <RoomNews onBid={bid} />}
      {isBidder && <OwnBids onRevise={mayBid ? bid : undefined} />}
      {isStacked && refusal && <HindranceNote hindrance={refusal} />}
      {mayBid && isStacked && (
        <BidDrawer {...{ itemId, phase, times, isOpen }} onOpen={bid} onClose={() => setIsOpen(false)} />
      )}
      {admin.dialog}
    </div>
  );
}

const WORDS: Record<Moment, PhraseKey> = {
  600: 'room.spoken10Minutes',
  300: 'room.spoken5Minutes',
  60: 'room.spoken1Minute',
  10: 'room.spoken10Seconds',
};

/** Announces the remaining time to screen readers at four moments. */
function SpokenTime({ untilMs }: { untilMs: number }) {
  const say = useSay();
  const moment = useAtSecond((nowMs) => momentAt(untilMs, nowMs), untilMs);
  return (
    <p className="visually-hidden" role="status">
      {moment && say(WORDS[moment])}
    </p>
  );
}

/** Tells the reader that the room waits for the start, or that the closing period is not over. */
function RoomBanner({ phase }: { phase: RoomPhase }) {
  const say = useSay();
  const { role } = useRoomSession();
  if (phase === 'live' || phase === 'paused') return null;
  if (phase === 'sealed') {
    return (
      <div className={css.banner} data-tone="info" role="status">
        <IconEyeOff size={20} aria-hidden />
        <p>{say(role === 'admin' ? 'room.sealedAdmin' : 'room.sealed')}</p>
      </div>
    );
  }
  return (
    <div className={css.banner} role="status">
      <IconHourglass size={20} aria-hidden />
      <div>
        {say('room.counting')}
        <p>{say('room.countingHint')}</p>
      </div>
    </div>
  );
}

/** Lists the items. The reader selects the item to show. Each item shows the outcome of the reader's own bids. */
function ItemList() {
  const say = useSay();
  const { setting, selected } = useRoomSession();
  const selectedId = useSelectedId();
  return (
    <nav className={listCss.list} aria-label={say('item.items')}>
      <ul>
        {setting.items.map(({ item }) => (
          <li key={item.auctionItemId}>
            <ItemButton
              itemId={item.auctionItemId}
              isSelected={item.auctionItemId === selectedId}
              onSelect={selected.set}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ItemProps = { itemId: string; isSelected: boolean; onSelect: (itemId: string) => void };

/** One item of the list, with its outcome. Renders again only when that item or its selection changes. */
const ItemButton = memo(function ItemButton({ itemId, isSelected, onSelect }: ItemProps) {
  const say = useSay();
  const { setting } = useRoomSession();
  const toWinLabel = useToWinLabel();
  const view = useItem(itemId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isSelected]);
  const item = view?.item ?? setting.items.find((room) => room.item.auctionItemId === itemId)?.item;
  const outcome = view?.outcome ?? 'none';
  const { icon: Picture, label } = OUTCOME_MARKS[outcome];
  return (
    <button
      ref={button}
      type="button"
      className={listCss.item}
      aria-current={isSelected || undefined}
      onClick={() => onSelect(itemId)}
    >
      <span className={listCss.name}>{item?.name}</span>
      <span className={listCss.quantity}>{say('unit.recCount', { quantity: item?.recQuantity ?? 0 })}</span>
      {setting.own && (
        <span className={listCss.outcome} data-outcome={outcome}>
          <Picture size={14} aria-hidden />
          {say(label)}
        </span>
      )}
      <span className={listCss.price}>
        {view && <span className="visually-hidden">{toWinLabel(view)} </span>}
        {view?.toWin.isFull ? say('room.full') : view && centsText(view.toWin.priceCents)}
      </span>
    </button>
  );
});
