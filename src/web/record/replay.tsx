import { Skeleton, ActionIcon, Button } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useMemo, useState, useEffect, useRef } from 'react';
import type { ItemId } from '#domain/basics/ids.ts';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { EventLine, useEventText } from '#web/record/event-line.tsx';
import type { LineColumns, WholeRecord, ReplayedState } from '#web/record/opened-record.ts';
import type { RecordClient } from '#web/record/record-client.ts';
import { TimelineBar } from '#web/record/timeline-bar.tsx';
import { type ReplayPlayer, SPEEDS } from '#web/record/use-replay-player.ts';
import css from './record.module.css';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { Segments } from '#web/design/layout/segments.tsx';
import { SPREADS, type Spread } from '#web/record/axis.ts';
import { useMediaQuery } from '@mantine/hooks';
import { couldDropOut } from '#domain/bidding/allocate.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { RecordHead } from '#domain/record/record.ts';
import { RecordCurrency } from '#web/bidding/bid-form/price-text.ts';
import { DepthView } from '#web/bidding/depth/depth.tsx';
import { NearRanking } from '#web/bidding/ranking/near-ranking.tsx';
import { Ranking } from '#web/bidding/ranking/ranking.tsx';
import type { RoomRow } from '#web/bidding/room/room-view.ts';

const FOLLOW = 'follow';

type Props = { record: WholeRecord; client: RecordClient; player: ReplayPlayer };

/** The replay of a room. It shows the ranking and the price depth at any moment. */
export function Replay({ record, client, player: replay }: Props) {
  const say = useSay();
  const language = useLanguage();
  const { head, columns } = record;
  const { position, axis } = replay;
  const [chosen, setChosen] = useState<string>(FOLLOW);
  const [isOnSlider, setIsOnSlider] = useState(false);
  const wanted = head.items.find(({ itemId }) => itemId === chosen) ?? head.items[followedAt(columns, position.seq)];
  const sight = useSight(client, position.seq, wanted?.itemId ?? ('' as ItemId));
  // The last state stays on screen, with its own item, until the requested state arrives.
  const item = head.items.find(({ itemId }) => itemId === sight?.itemId);
  const names = useMemo(() => new Map(head.items.map(({ itemId, name }) => [itemId, name])), [head]);
  const textOf = useEventText(names, head.currency);
  const when = formatDateTime(position.atMs, language, { withMs: true });
  const event = sight?.last ? textOf(sight.last.line) : say('record.beforeFirst');
  const atLine = say('record.atLine', {
    seq: formatQuantity(position.seq),
    length: formatQuantity(axis.length),
    time: when,
  });
  return (
    <Card title="record.replay">
      <p className={css.quiet}>{say('record.replayHint')}</p>
      <ReplayControls replay={replay} when={when} />
      <TimelineBar
        columns={columns}
        replay={replay}
        startsAtMs={Date.parse(head.startsAt)}
        spoken={`${atLine}: ${event}`}
        onFocus={setIsOnSlider}
      />
      <EventLine sight={sight} atMs={position.atMs} {...{ atLine, event }} isQuiet={replay.isPlaying || isOnSlider} />
      <div className={css.choice}>
        <SelectField
          label="record.onItem"
          value={chosen}
          choices={[
            { value: FOLLOW, label: say('record.follow') },
            ...head.items.map(({ itemId, name }) => ({ value: itemId, label: name })),
          ]}
          onChange={(value) => setChosen(value ?? FOLLOW)}
          onBlur={() => undefined}
          refusal={undefined}
        />
      </div>
      {item && sight ? (
        <RecordCurrency value={head.currency}>
          <ReplayedItem head={head} item={item} rows={sight.rows} />
        </RecordCurrency>
      ) : (
        <Skeleton height={300} aria-hidden />
      )}
    </Card>
  );
}

/**
 * Finds the last entry that is about an item, and returns the index of this item. If there is no such entry, returns
 * the index of the first item.
 */
function followedAt({ items }: LineColumns, seq: number): number {
  for (let index = seq - 1; index >= 0; index -= 1) {
    const at = items[index] ?? -1;
    if (at >= 0) return at;
  }
  return 0;
}

type Wanted = { readonly seq: number; readonly itemId: ItemId };

/**
 * Returns the state of the room after entry `seq`. Only one call to the worker is pending at a time. While the user
 * drags the slider, positions in between are skipped.
 */
function useSight(client: RecordClient, seq: number, itemId: ItemId): ReplayedState | undefined {
  const [sight, setSight] = useState<ReplayedState>();
  const wanted = useRef<Wanted>(undefined);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = { seq, itemId };
    if (isAsking.current) return;
    isAsking.current = true;
    const follow = async () => {
      while (wanted.current) {
        const asked = wanted.current;
        wanted.current = undefined;
        setSight(await client.ask('see', asked));
      }
    };
    void follow()
      // After the worker has ended, no more results come.
      .catch(() => undefined)
      .finally(() => {
        isAsking.current = false;
      });
  }, [client, seq, itemId]);
  return sight;
}

const SPREAD_WORDS = { time: 'record.byTime', lines: 'record.byLines' } as const satisfies Record<Spread, string>;

/** Buttons to play, pause and move by one entry, and the choice of speed and spread. */
function ReplayControls({ replay, when }: { replay: ReplayPlayer; when: string }) {
  const say = useSay();
  const { position, axis, isPlaying, speed, spread } = replay;
  const step = { variant: 'default', size: 36 } as const;
  return (
    <div className={css.controls}>
      <div className={css.steps}>
        <ActionIcon
          {...step}
          aria-label={say('record.previous')}
          disabled={position.seq === 0}
          onClick={() => replay.goTo(position.seq - 1)}
        >
          <IconPlayerSkipBack size={18} />
        </ActionIcon>
        <Button
          className={css.play}
          leftSection={
            isPlaying ? <IconPlayerPauseFilled size={16} aria-hidden /> : <IconPlayerPlayFilled size={16} aria-hidden />
          }
          onClick={replay.toggle}
        >
          {say(isPlaying ? 'record.pause' : 'record.play')}
        </Button>
        <ActionIcon
          {...step}
          aria-label={say('record.next')}
          disabled={position.seq >= axis.length}
          onClick={() => replay.goTo(position.seq + 1)}
        >
          <IconPlayerSkipForward size={18} />
        </ActionIcon>
      </div>
      <time className={css.when}>{when}</time>
      <Segments
        label={say('record.speed')}
        segments={SPEEDS.map((one) => ({ value: String(one), label: say('record.times', { speed: one }) }))}
        value={String(speed)}
        onChange={(value) => replay.setSpeed(SPEEDS.find((one) => String(one) === value) ?? speed)}
      />
      <Segments
        label={say('record.spread')}
        segments={SPREADS.map((value) => ({ value, label: say(SPREAD_WORDS[value]) }))}
        value={spread}
        onChange={replay.setSpread}
      />
    </div>
  );
}

type ItemProps = { head: RecordHead; item: RecordHead['items'][number]; rows: readonly StandingRow[] };

/** Shows one item as everyone in the room saw it. Uses the components of the live room. */
function ReplayedItem({ head, item, rows: standing }: ItemProps) {
  const say = useSay();
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const aliases = useMemo(() => new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias])), [head]);
  const rows = standing.map((row): RoomRow => ({
    ...row,
    name: aliases.get(row.bid.bidderId) ?? '',
    isOwn: false,
    couldDropOut: couldDropOut(item, row.bid),
    backup: undefined,
  }));
  const shown = formatQuantity(rows.length);
  return (
    <div className={css.pane}>
      <section className={css.part} aria-labelledby="replayed-item">
        <header className={css.partHead}>
          <h3 className={css.partTitle} id="replayed-item">
            {item.name}
          </h3>
          <span className={css.quiet}>
            {say(`direction.${head.auctionType}.quantityLine`, { quantity: formatQuantity(item.quantity) })}
            {' · '}
            {say('room.bidCount', { count: rows.length, shown })}
          </span>
        </header>
        {rows.length === 0 ? (
          <p className={css.none}>{say('room.noBidsYet')}</p>
        ) : isNarrow ? (
          <NearRanking rows={rows} isWhole={rows.length <= WHOLE_ON_PHONES} />
        ) : (
          <Ranking rows={rows} item={item} />
        )}
      </section>
      <div className={css.part}>
        <DepthView
          rows={rows}
          auctionType={head.auctionType}
          tickCents={head.tickCents}
          itemQuantity={item.quantity}
          hasOwn={false}
        />
      </div>
    </div>
  );
}

const WHOLE_ON_PHONES = 30;
