import { Button } from '@mantine/core';
import { IconChartAreaLine, IconTable } from '@tabler/icons-react';
import { useState, memo, useId, type KeyboardEvent, type PointerEvent } from 'react';
import { formatQuantity, formatCompact } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRoomSession, useItem } from '#web/bidding/room/room-session-context.ts';
import {
  depthReadings,
  depthShape,
  type DepthReading,
  type DepthShape,
  type DepthTerms,
} from '#web/bidding/depth/depth-shape.ts';
import { useCentsText } from '#web/bidding/bid-form/price-text.ts';
import { lastWinningPrice, type RoomRow } from '#web/bidding/room/room-view.ts';
import css from './depth.module.css';
import { useElementSize } from '@mantine/hooks';

/** The price depth of an item in the room. */
export function Depth({ itemId }: { itemId: string }) {
  const { setting } = useRoomSession();
  const view = useItem(itemId);
  if (!view) return null;
  const { auctionType, tickCents } = setting.terms;
  const hasOwn = setting.own !== undefined;
  return <DepthView rows={view.rows} itemQuantity={view.bidding.quantity} {...{ auctionType, tickCents, hasOwn }} />;
}

type Props = Omit<DepthTerms, 'lastWinningCents'> & {
  rows: readonly RoomRow[];
  /** True if the reader bids in this auction. */
  hasOwn: boolean;
};

/** Shows the total quantity of the bids at each price, as a chart or as a table with the same figures. */
export function DepthView({ rows, auctionType, tickCents, itemQuantity, hasOwn }: Props) {
  const say = useSay();
  const [isTable, setIsTable] = useState(false);
  const readings = depthReadings(rows, auctionType);
  return (
    <section className={css.depth} aria-labelledby="depth-title">
      <header className={css.head}>
        <h3 id="depth-title" className={css.title}>
          {say('room.depth')}
        </h3>
        <Legend hasOwn={hasOwn} />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={isTable ? <IconChartAreaLine size={14} /> : <IconTable size={14} />}
          onClick={() => setIsTable(!isTable)}
        >
          {say(isTable ? 'room.asChart' : 'room.asTable')}
        </Button>
      </header>
      {readings.length === 0 ? (
        <p className={css.none}>{say('room.noBidsYet')}</p>
      ) : isTable ? (
        <DepthTable readings={readings} />
      ) : (
        <DepthChart {...{ readings, auctionType, tickCents, itemQuantity }} lastWinningCents={lastWinningPrice(rows)} />
      )}
    </section>
  );
}

/** Explains the marks of the chart. Screen readers get the table instead. */
function Legend({ hasOwn }: { hasOwn: boolean }) {
  const say = useSay();
  return (
    <ul className={css.legend} aria-hidden>
      <li data-mark="bar">{say('room.legendBar')}</li>
      <li data-mark="area">{say('room.legendArea')}</li>
      {hasOwn && <li data-mark="own">{say('room.legendOwn')}</li>}
      <li data-mark="win">{say('room.lastWinning')}</li>
    </ul>
  );
}

/** The figures of the chart as a table, for screen readers and people who prefer figures. */
function DepthTable({ readings }: { readings: readonly DepthReading[] }) {
  const say = useSay();
  const centsText = useCentsText();
  return (
    <div className={css.tableFrame} role="region" aria-labelledby="depth-title" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{say('room.price')}</th>
            <th scope="col">{say('room.quantity')}</th>
            <th scope="col">{say('room.cumulative')}</th>
            <th scope="col">{say('room.ownQuantity')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.priceCents}>
              <td>{centsText(reading.priceCents)}</td>
              <td>{formatQuantity(reading.quantity)}</td>
              <td>{formatQuantity(reading.cumulative)}</td>
              <td>{reading.ownQuantity > 0 ? formatQuantity(reading.ownQuantity) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChartProps = DepthTerms & { readings: readonly DepthReading[] };

const HEIGHT = 168;
const NARROWEST = 240;

/**
 * The chart of the price depth. Bars show the quantity at each price. The area shows the quantity at each price or a
 * better one. The dashed line is the item's quantity. The pointer selects a price, and so do the arrow keys if the
 * chart has the focus.
 */
function DepthChart(props: ChartProps) {
  const say = useSay();
  const centsText = useCentsText();
  const { readings } = props;
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = Math.max(NARROWEST, measured);
  const [at, setAt] = useState<number>();
  const shape = depthShape(readings, props, { width, height: HEIGHT });
  const index = at === undefined ? undefined : Math.min(at, readings.length - 1);
  const reading = index === undefined ? undefined : readings[index];
  const readingText = ({ priceCents, quantity, cumulative, ownQuantity }: DepthReading) =>
    say(ownQuantity > 0 ? 'room.depthReadingOwn' : 'room.depthReading', {
      price: centsText(priceCents),
      quantity,
      cumulative: formatQuantity(cumulative),
      own: formatQuantity(ownQuantity),
    });
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setAt(nearest(shape.xs, x));
  };
  return (
    <div
      ref={ref}
      className={css.chart}
      role="slider"
      tabIndex={0}
      aria-label={say(`direction.${props.auctionType}.depthSummary`, {
        levels: readings.length,
        total: readings.at(-1)?.cumulative ?? 0,
        quantity: formatQuantity(props.itemQuantity),
      })}
      aria-valuemin={1}
      aria-valuemax={readings.length}
      aria-valuenow={(index ?? 0) + 1}
      aria-valuetext={reading ? readingText(reading) : say('room.depthHint')}
      onPointerMove={onPointer}
      onPointerLeave={() => setAt(undefined)}
      onBlur={() => setAt(undefined)}
      onKeyDown={(event) => moveByKey(event, shape, index, setAt)}
    >
      <Shape shape={shape} width={width} itemQuantity={props.itemQuantity} auctionType={props.auctionType} />
      {index !== undefined && <Cross x={shape.xs[index] ?? 0} y={shape.ys[index] ?? 0} />}
      <p className={css.reading} aria-hidden>
        {reading ? readingText(reading) : say('room.depthHint')}
      </p>
    </div>
  );
}

const nearest = (xs: readonly number[], x: number): number =>
  xs.reduce((best, other, index) => (Math.abs(other - x) < Math.abs((xs[best] ?? 0) - x) ? index : best), 0);

/**
 * Moves the selected price with the arrow keys. The right arrow key always selects a higher price, because prices rise
 * to the right.
 */
function moveByKey(
  event: KeyboardEvent,
  { xs }: DepthShape,
  index: number | undefined,
  setAt: (index: number | undefined) => void,
): void {
  const isRising = (xs[0] ?? 0) <= (xs.at(-1) ?? 0);
  const last = xs.length - 1;
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (by !== undefined) setAt(Math.max(0, Math.min(last, index === undefined ? 0 : index + (isRising ? by : -by))));
  else if (event.key === 'Home') setAt(isRising ? 0 : last);
  else if (event.key === 'End') setAt(isRising ? last : 0);
  else if (event.key === 'Escape') setAt(undefined);
  else return;
  event.preventDefault();
}

/** Marks the price that the pointer or the keyboard has selected. */
const Cross = ({ x, y }: { x: number; y: number }) => (
  <span className={css.cross} style={{ left: x, height: HEIGHT }} aria-hidden>
    <span className={css.dot} style={{ top: y }} />
  </span>
);

type ShapeProps = Pick<ChartProps, 'itemQuantity' | 'auctionType'> & { shape: DepthShape; width: number };

const Shape = memo(function Shape({ shape, width, itemQuantity, auctionType }: ShapeProps) {
  const say = useSay();
  const centsText = useCentsText();
  const hatch = useId();
  return (
    <svg width="100%" height={HEIGHT + 20} viewBox={`0 0 ${width} ${HEIGHT + 20}`} aria-hidden className={css.svg}>
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className={css.ownGround} />
        <rect width="2" height="5" className={css.ownStripe} />
      </pattern>
      {shape.quantityLabels.map(({ y, quantity }) => (
        <line key={quantity} className={css.grid} x1={0} x2={width} y1={y} y2={y} />
      ))}
      <path d={shape.area} className={css.area} />
      <path d={shape.bars} className={css.bar} />
      <path d={shape.ownBars} className={css.own} fill={`url(#${hatch})`} />
      <line className={css.itemLine} x1={0} x2={width} y1={shape.itemY} y2={shape.itemY} />
      <text className={css.label} x={4} y={shape.itemY - 4}>
        {say(`direction.${auctionType}.quantityLine`, { quantity: formatCompact(itemQuantity) })}
      </text>
      {shape.lastWinningX !== undefined && (
        <line className={css.winLine} x1={shape.lastWinningX} x2={shape.lastWinningX} y1={0} y2={HEIGHT} />
      )}
      <line className={css.axis} x1={0} x2={width} y1={HEIGHT} y2={HEIGHT} />
      {shape.priceLabels.map(({ x, cents }) => (
        <text key={cents} className={css.label} x={x} y={HEIGHT + 15} textAnchor="middle">
          {centsText(cents)}
        </text>
      ))}
      {shape.quantityLabels.map(({ y, quantity }) => (
        <text key={quantity} className={css.label} x={width - 4} y={y - 3} textAnchor="end">
          {formatCompact(quantity)}
        </text>
      ))}
    </svg>
  );
});
