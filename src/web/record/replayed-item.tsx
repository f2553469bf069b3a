import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';
import { couldDropOut } from '#domain/bidding/allocate.ts';
import type { StandingRow } from '#domain/bidding/standing.ts';
import type { RecordHead } from '#domain/record/record.ts';
import { DepthView } from '#web/bidding/depth/depth.tsx';
import { NearRanking } from '#web/bidding/ranking/near-ranking.tsx';
import { Ranking, type Jump } from '#web/bidding/ranking/ranking.tsx';
import type { RoomRow } from '#web/bidding/room/room-view.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './record.module.css';

type Props = { head: RecordHead; item: RecordHead['items'][number]; rows: readonly StandingRow[] };

/** One item as everybody in the room saw it, drawn by the room's own parts. */
export function ReplayedItem({ head, item, rows: standing }: Props) {
  const say = useSay();
  const jump = useRef<Jump>(() => undefined);
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
          <Ranking rows={rows} item={item} jump={jump} />
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
