import { memo, useId, useMemo, type CSSProperties, type KeyboardEvent } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { LineColumns } from '#web/record/opened-record.ts';
import { marksOf, nextMarked, STRIPS, type Marked, type Marks } from '#web/record/marks.ts';
import type { ReplayPlayer } from '#web/record/use-replay-player.ts';
import css from './timeline-bar.module.css';

const STEPS = 10_000;
const HEIGHT = 36;
const PAGES = 10;

type Props = {
  columns: LineColumns;
  replay: ReplayPlayer;
  startsAtMs: number;
  /** The slider's position in words. */
  spoken: string;
  onFocus: (isFocused: boolean) => void;
};

/** Shows the whole auction from left to right: a slider, with events marked above it. */
export function TimelineBar({ columns, replay, startsAtMs, spoken, onFocus }: Props) {
  const say = useSay();
  const { axis, position, go } = replay;
  const marks = useMemo(() => marksOf(columns, axis), [columns, axis]);
  const x = axis.xOf(position);
  const help = useId();
  return (
    <div className={css.bar}>
      <Picture marks={marks} startX={axis.xOf(axis.at(startsAtMs))} />
      <input
        type="range"
        data-keys="replay"
        className={css.slider}
        style={filledTo(x)}
        min={0}
        max={STEPS}
        step="any"
        value={x * STEPS}
        aria-label={say('record.timeline')}
        aria-describedby={help}
        aria-valuetext={spoken}
        onChange={(event) => go(axis.positionOf(Number(event.currentTarget.value) / STEPS))}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
        onKeyDown={(event) => moveByKey(event, replay)}
      />
      <Legend columns={columns} marks={marks} replay={replay} />
      <p id={help} className={css.help}>
        {say('record.timelineHelp')}
      </p>
    </div>
  );
}

const filledTo = (x: number): CSSProperties & Record<`--${string}`, number> => ({ '--x': x });

/**
 * Moves the slider with keys. Each key press moves by entries, not by distance, so entries close together are
 * reachable.
 */
function moveByKey(event: KeyboardEvent, { axis, position, goTo, toggle }: ReplayPlayer): void {
  const page = Math.max(1, Math.round(axis.length / PAGES));
  const to = {
    ArrowRight: position.seq + 1,
    ArrowUp: position.seq + 1,
    ArrowLeft: position.seq - 1,
    ArrowDown: position.seq - 1,
    PageUp: position.seq + page,
    PageDown: position.seq - page,
    Home: 0,
    End: axis.length,
  }[event.key];
  if (to !== undefined) goTo(to);
  else if (event.key === ' ') toggle();
  else return;
  event.preventDefault();
}

const Picture = memo(function Picture({ marks, startX }: { marks: Marks; startX: number }) {
  const most = Math.max(1, ...marks.bids);
  // A bar's height grows with the square root of its number of bids, so that single bids stay visible.
  const bars = marks.bids
    .map((count, at) =>
      count === 0 ? '' : `M${at} ${HEIGHT}v${-Math.sqrt(count / most) * (HEIGHT - 4)}h.9V${HEIGHT}Z`,
    )
    .join('');
  return (
    <div className={css.picture} aria-hidden>
      <svg viewBox={`0 0 ${STRIPS} ${HEIGHT}`} preserveAspectRatio="none" width="100%" height={HEIGHT}>
        <rect x={0} y={0} width={startX * STRIPS} height={HEIGHT} className={css.before} />
        <path d={bars} className={css.bids} />
      </svg>
      {marks.events.map(({ kind, x }) => (
        <span key={`${kind} ${x}`} className={css.mark} data-kind={kind} style={{ left: `${x * 100}%` }} />
      ))}
    </div>
  );
});

/** Explains the marks. Each line of the legend is a button that moves the replay to the next event of its kind. */
function Legend({ columns, marks, replay }: { columns: LineColumns; marks: Marks; replay: ReplayPlayer }) {
  const say = useSay();
  const toNext = (kind: Marked) => {
    const seq = nextMarked(columns, replay.position.seq, kind);
    if (seq !== undefined) replay.goTo(seq);
  };
  return (
    <ul className={css.legend}>
      <li data-kind="bids">{say('record.bidsMark')}</li>
      {[...marks.counts].map(([kind, count]) => (
        <li key={kind}>
          <button
            type="button"
            className={css.event}
            data-kind={kind}
            aria-label={say('record.nextEvent', { event: say(`historyKind.${kind}`), count })}
            onClick={() => toNext(kind)}
          >
            {say(`historyKind.${kind}`)} <span className={css.count}>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
