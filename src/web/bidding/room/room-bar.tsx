import { IconRefresh, IconWifi, IconWifi1, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { amountCents } from '#domain/basics/amount.ts';
import { endText } from '#web/bidding/conduct/conduct-note.tsx';
import { useRoomSession, useRoom } from '#web/bidding/room/room-session-context.ts';
import type { RoomPhase, RoomTimes } from '#web/bidding/room/phase.ts';
import type { RoomView } from '#web/bidding/room/room-view.ts';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { clockUncertaintyMs, pcClockOffMs, useAtSecond } from '#web/platform/clock/clock.ts';
import { formatCents, formatQuantity } from '#web/platform/format/format.ts';
import type { ConnectionState } from '#web/platform/live/hub.ts';
import { env } from '#web/platform/page/env.ts';
import { type PhraseKey, useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useStore } from '#web/platform/storage/store.ts';
import css from './room-bar.module.css';

/** The bar that is always visible: the remaining time, the connection, and the reader's own position over all items. */
export function RoomBar({ phase, times }: { phase: RoomPhase; times: RoomTimes }) {
  const say = useSay();
  const { setting } = useRoomSession();
  return (
    <section className={css.bar} aria-label={say('room.status')}>
      <div className={css.time}>
        <TimeLeft phase={phase} times={times} />
        <ConnectionPill />
      </div>
      <dl className={css.figures}>{setting.own ? <OwnFigures /> : <RoomFigures isSealed={phase === 'sealed'} />}</dl>
    </section>
  );
}

/** The label of the clock in each phase. */
const LABELS = {
  sealed: 'room.startsIn',
  live: 'room.endsIn',
  paused: 'room.standsStill',
} as const satisfies Partial<Record<RoomPhase, PhraseKey>>;

/** Shows the remaining time, or that bidding has ended. */
export function TimeLeft({ phase, times }: { phase: RoomPhase; times: RoomTimes }) {
  const say = useSay();
  if (phase === 'closing' || phase === 'closed') return <strong>{say('room.ended')}</strong>;
  return (
    <span className={css.left}>
      <span className={css.label} data-paused={phase === 'paused' || undefined}>
        {say(LABELS[phase])}
      </span>
      <Countdown
        untilMs={Date.parse(phase === 'sealed' ? times.startTime : times.auctionEndTime)}
        standsAtMs={times.pausedAt === null ? undefined : Date.parse(times.pausedAt)}
        size="large"
      />
      <ClockCertainty />
      {phase === 'live' && <LatestEnd times={times} />}
    </span>
  );
}

/**
 * Shows the latest possible end. Bids in the last minutes can move the end only up to this time
 * (docs/rules.md#soft-close).
 */
function LatestEnd({ times: { auctionEndTime, latestEndTime } }: { times: RoomTimes }) {
  const say = useSay();
  const time = endText(useLanguage(), latestEndTime, auctionEndTime);
  return (
    <span className={css.latest}>
      {latestEndTime === auctionEndTime ? say('room.endFinal') : say('room.latestEnd', { time })}
    </span>
  );
}

/** Shows the possible error of the countdown, and why the countdown may differ from the computer's clock. */
export function ClockCertainty() {
  const say = useSay();
  const ms = useAtSecond(() => {
    const certainty = clockUncertaintyMs();
    return certainty === undefined ? undefined : Math.max(1, Math.round(certainty));
  });
  const off = useAtSecond(() => Math.round(pcClockOffMs() / 10) * 10);
  const why =
    ms === undefined ? say('shell.clockUnsure') : say('shell.clockSure', { ms, off: formatQuantity(Math.abs(off)) });
  return (
    <Hint label={why}>
      <button type="button" className={css.certainty} aria-label={why}>
        ±{ms === undefined ? '?' : say('unit.ms', { value: ms })}
      </button>
    </Hint>
  );
}

/** The label, icon and tone for each state of the connection. */
const PILLS = {
  connecting: { label: 'room.connecting', icon: IconRefresh, tone: 'quiet' },
  live: { label: 'room.connected', icon: IconWifi, tone: 'good' },
  slow: { label: 'room.slow', icon: IconWifi1, tone: 'warn' },
  reconnecting: { label: 'room.reconnecting', icon: IconRefresh, tone: 'warn' },
  offline: { label: 'room.offline', icon: IconWifiOff, tone: 'bad' },
  refused: { label: 'room.refused', icon: IconWifiOff, tone: 'bad' },
} as const satisfies Record<ConnectionState, { label: PhraseKey; icon: typeof IconWifi; tone: string }>;

/** Shows the state of the connection and the round trip time. */
function ConnectionPill() {
  const say = useSay();
  const { connection } = useRoomSession().live;
  const state = useStore(connection, (one) => one.state);
  const roundTripMs = useStore(connection, (one) => one.roundTripMs);
  const { label, icon: Picture, tone } = PILLS[state];
  const isMeasured = roundTripMs !== undefined && (state === 'live' || state === 'slow');
  return (
    <span className={css.pill} data-tone={tone}>
      <Picture size={15} aria-hidden />
      <span role="status">{say(label)}</span>
      {isMeasured && (
        <Hint label={say('room.roundTrip')}>
          <span className={css.trip}>
            <span className="visually-hidden">{say('room.roundTrip')}: </span>
            {say('unit.ms', { value: formatQuantity(roundTripMs) })}
          </span>
        </Hint>
      )}
    </span>
  );
}

/**
 * Shows the reader's own position over all items: items won and bid for, RECs won and bid for, the cost, and the RECs
 * that the reader may still bid for.
 */
function OwnFigures() {
  const say = useSay();
  const { currency } = env();
  const position = useRoom((view) => view.position);
  if (!position) return null;
  const { itemsWon, itemsBid, wonQuantity, bidQuantity, leftQuantity, cost } = position;
  return (
    <>
      <Figure label={say('room.itemsWon')}>{say('room.ofTotal', { part: itemsWon, total: itemsBid })}</Figure>
      <Figure label={say('room.recsWon')} isMinor>
        {say('room.ofTotal', { part: formatQuantity(wonQuantity), total: formatQuantity(bidQuantity) })}
      </Figure>
      <Figure label={say('room.totalNow')}>{formatCents(cost.totalCents, currency)}</Figure>
      <Figure label={say('room.canStillBid')} isMinor>
        {formatQuantity(leftQuantity)}
      </Figure>
    </>
  );
}

/** Shows to administrators and the owner the RECs that would be sold if the auction ended now. */
function RoomFigures({ isSealed }: { isSealed: boolean }) {
  const say = useSay();
  const { currency } = env();
  const { role, setting } = useRoomSession();
  const { auctionType } = setting.terms;
  const sold = useRoom((view) => formatQuantity(soldNow(view).quantity));
  const value = useRoom((view) => formatCents(soldNow(view).valueCents, currency));
  const bidders = useRoom((view) => soldNow(view).bidders);
  // The owner does not see sealed bids. A zero would tell the owner wrongly that no bids exist.
  if (sold === undefined || (isSealed && role !== 'admin')) return null;
  return (
    <>
      <Figure label={say('room.biddersNow')} isMinor>
        {bidders}
      </Figure>
      <Figure label={say(`direction.${auctionType}.tradedNow`)}>{sold}</Figure>
      <Figure label={say('room.valueNow')}>{value}</Figure>
    </>
  );
}

type FigureProps = { label: string; /** Hidden on phones. */ isMinor?: boolean; children: ReactNode };

function Figure({ label, isMinor, children }: FigureProps) {
  return (
    <div className={css.figure} data-minor={isMinor || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Returns the quantity and value that would be sold if the auction ended now, and the number of bidders with a standing
 * bid.
 */
function soldNow(view: RoomView): { quantity: number; valueCents: bigint; bidders: number } {
  const rows = [...view.items.values()].flatMap((item) => item.rows);
  return {
    quantity: rows.reduce((sum, row) => sum + row.won, 0),
    valueCents: rows.reduce((sum, row) => sum + amountCents(row.bid.priceCents, row.won), 0n),
    bidders: new Set(rows.map((row) => row.bid.bidderId)).size,
  };
}
