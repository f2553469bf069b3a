import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { env } from '#web/platform/page/env.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useItem } from '#web/bidding/room/desk-context.ts';
import { ItemHead } from '#web/bidding/room/item-head.tsx';
import { NearRanking } from '#web/bidding/ranking/near-ranking.tsx';
import { OwnStrip } from '#web/bidding/ranking/own-strip.tsx';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import { Ranking, type Jump } from '#web/bidding/ranking/ranking.tsx';
import { takenSign } from '#web/bidding/ranking/taken-words.ts';
import css from './room.module.css';
import type { RankingAction } from '#web/bidding/ranking/ranking-row.tsx';

/** The ranking comes first; the picture of it takes the place that is kept. */
const Depth = lazy(async () => ({ default: (await import('#web/bidding/depth/depth.tsx')).Depth }));

type Props = {
  itemId: string;
  phase: RoomPhase;
  isNarrow: boolean;
  /** Undefined for a person who only watches. */
  onRevise: (() => void) | undefined;
  action?: RankingAction;
  /** Places a bid for somebody else. */
  onBid?: (itemId: string) => void;
};

/** One item: what it is, the price that wins, the own bids on it, the ranking, and how volume spreads over prices. */
export function ItemPane({ itemId, phase, isNarrow, onRevise, action, onBid }: Props) {
  const jump = useRef<Jump>(() => undefined);
  return (
    <section className={css.pane}>
      <ItemHead itemId={itemId} />
      <OwnStrip itemId={itemId} jump={isNarrow ? undefined : jump} onRevise={onRevise} />
      <RankingPart key={itemId} {...{ itemId, phase, isNarrow, jump }} {...{ action, onBid }} />
      {env().flags.auctionRoomChart && (
        <Suspense fallback={<div className={css.depthPlace} />}>
          <Depth key={`depth-${itemId}`} itemId={itemId} />
        </Suspense>
      )}
    </section>
  );
}

type PartProps = Pick<Props, 'itemId' | 'phase' | 'isNarrow'> & {
  jump: { current: Jump };
  action: RankingAction | undefined;
  onBid: Props['onBid'] | undefined;
};

function RankingPart({ itemId, phase, isNarrow, jump, action, onBid }: PartProps) {
  const say = useSay();
  const view = useItem(itemId);
  const [isWhole, setIsWhole] = useState(false);
  if (!view) return null;
  const { rows } = view;
  const actions = action && { action };
  return (
    <div className={css.ranking}>
      <div className={css.rankingHead}>
        <h3 className={css.subtitle}>{say('room.ranking')}</h3>
        <span className={css.count}>
          {say('room.bidCount', { count: rows.length, shown: formatQuantity(rows.length) })}
        </span>
        {onBid && (
          <Button size="compact-sm" variant="light" onClick={() => onBid(itemId)}>
            {say('room.onBehalf')}
          </Button>
        )}
        {isNarrow && rows.length > 0 && (
          <Button size="compact-sm" variant="subtle" className={css.whole} onClick={() => setIsWhole(!isWhole)}>
            {say(isWhole ? 'room.showNear' : 'room.showAll')}
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{say(phase === 'sealed' && !action ? 'room.sealed' : 'room.noBidsYet')}</p>
      ) : isNarrow ? (
        <NearRanking rows={rows} isWhole={isWhole} {...actions} />
      ) : (
        <Ranking rows={rows} item={view.bidding} jump={jump} {...actions} />
      )}
      {rows.some((row) => takenSign(row) === '÷') && (
        <p className={css.legend}>
          <strong aria-hidden>÷</strong> {say('bidding.allowsPartial')}
        </p>
      )}
      {rows.some(({ couldDropOut }) => couldDropOut) && (
        <p className={css.legend}>
          <strong aria-hidden>!</strong> {say('room.dropOutLegend')}
        </p>
      )}
    </div>
  );
}
