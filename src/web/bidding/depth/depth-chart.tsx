import { useElementSize } from '@mantine/hooks';
import { memo, useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { AuctionType } from '#domain/auction/direction.ts';
import { formatCompact, formatQuantity } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { depthShape, type DepthReading, type DepthShape } from '#web/bidding/depth/depth-shape.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import css from './depth.module.css';

type Props = {
  readings: readonly DepthReading[];
  auctionType: AuctionType;
  itemQuantity: number;
  tickCents: number;
  lastWinningCents: number | undefined;
};

const HEIGHT = 168;
const NARROWEST = 240;

/**
 * Price-volume distribution: bars are the quantity at a price, the area what is bid at that price or better, the dashed
 * line the item's quantity. Read with the pointer or, focused, with the arrow keys.
 */
export function DepthChart(props: Props) {
  const say = useSay();
  const { readings } = props;
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const width = Math.max(NARROWEST, measured);
  const [at, setAt] = useState<number>();
  const shape = depthShape(readings, props, { width, height: HEIGHT });
  const index = at === undefined ? undefined : Math.min(at, readings.length - 1);
  const reading = index === undefined ? undefined : readings[index];
  const readingText = useReadingText();
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

export function useReadingText(): (reading: DepthReading) => string {
  const say = useSay();
  return ({ priceCents, quantity, cumulative, ownQuantity }) => {
    const params = {
      price: centsText(priceCents),
      quantity,
      cumulative: formatQuantity(cumulative),
      own: formatQuantity(ownQuantity),
    };
    return ownQuantity > 0 ? say('room.depthReadingOwn', params) : say('room.depthReading', params);
  };
}

const nearest = (xs: readonly number[], x: number): number =>
  xs.reduce((best, other, index) => (Math.abs(other - x) < Math.abs((xs[best] ?? 0) - x) ? index : best), 0);

/** Left and right follow the eye: prices rise to the right, whichever end is the best. */
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

const Cross = ({ x, y }: { x: number; y: number }) => (
  <span className={css.cross} style={{ left: x, height: HEIGHT }} aria-hidden>
    <span className={css.dot} style={{ top: y }} />
  </span>
);

type ShapeProps = Pick<Props, 'itemQuantity' | 'auctionType'> & { shape: DepthShape; width: number };

const Shape = memo(function Shape({ shape, width, itemQuantity, auctionType }: ShapeProps) {
  const say = useSay();
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
