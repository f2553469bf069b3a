import { DIRECTIONS, type AuctionType } from '#domain/auction/direction.ts';
import { depthOf } from '#domain/bidding/depth.ts';
import type { RoomRow } from '#web/bidding/room/room-view.ts';

/** The quantities at one price of the price depth. */
export type DepthReading = ReturnType<typeof depthReadings>[number];

/** Returns the quantity at each price, and the caller's own quantity. The best price comes first. */
export function depthReadings(rows: readonly RoomRow[], auctionType: AuctionType) {
  const own = new Map<number, number>();
  for (const { bid, isOwn } of rows) {
    if (isOwn) own.set(bid.priceCents, (own.get(bid.priceCents) ?? 0) + bid.quantity);
  }
  const levels = depthOf(
    rows.map((row) => row.bid),
    auctionType,
  );
  return levels.map((level) => ({ ...level, ownQuantity: own.get(level.priceCents) ?? 0 }));
}

type Frame = { readonly width: number; readonly height: number };

/** The terms of an auction and an item that affect the chart. */
export type DepthTerms = {
  readonly auctionType: AuctionType;
  readonly itemQuantity: number;
  readonly tickCents: number;
  readonly lastWinningCents: number | undefined;
};
/** The geometry of the chart. */
export type DepthShape = ReturnType<typeof depthShape>;

const TALLEST_ITEMS = 3;
const BAR_MAX = 14;

/**
 * Returns the shapes of the price depth within a frame. Prices rise to the right, quantities rise upward from zero. The
 * chart cuts off quantities far above the item's quantity, so that the decisive part stays readable.
 */
export function depthShape(readings: readonly DepthReading[], of: DepthTerms, { width, height }: Frame) {
  const prices = readings.map((reading) => reading.priceCents);
  const span = Math.max(...prices) - Math.min(...prices);
  const padding = Math.max(of.tickCents, span * 0.06);
  const leastCents = Math.min(...prices) - padding;
  const mostCents = Math.max(...prices) + padding;
  const total = readings.at(-1)?.cumulative ?? 0;
  const top = Math.max(of.itemQuantity * 1.2, Math.min(total * 1.08, of.itemQuantity * TALLEST_ITEMS));
  const xOf = (cents: number) => ((cents - leastCents) / (mostCents - leastCents)) * width;
  const yOf = (quantity: number) => height - Math.min(1, quantity / top) * height;
  const xs = prices.map(xOf);
  const ys = readings.map((reading) => yOf(reading.cumulative));
  const barWidth = Math.max(2, Math.min(BAR_MAX, (of.tickCents / (mostCents - leastCents)) * width * 0.7));
  const barOf = (x: number, y: number) =>
    y < height ? `M${round(x - barWidth / 2)} ${height}V${round(y)}h${round(barWidth)}V${height}Z` : '';
  return {
    /** The outline of a filled area. The area shows the total quantity at each price or a better price. */
    area: areaOf(xs, ys, { width, height }, DIRECTIONS[of.auctionType].sign),
    /** All bars in one SVG path. Two hundred elements would take longer to update than the rest of the room. */
    bars: readings.map(({ quantity }, index) => barOf(xs[index] ?? 0, yOf(quantity))).join(''),
    /** The caller's own part of each bar; empty if there is none. */
    ownBars: readings.map(({ ownQuantity }, index) => barOf(xs[index] ?? 0, yOf(ownQuantity))).join(''),
    /** The x coordinate of each reading, best price first. */
    xs,
    ys,
    itemY: yOf(of.itemQuantity),
    lastWinningX: of.lastWinningCents === undefined ? undefined : xOf(of.lastWinningCents),
    /** Axis labels: the lowest and the highest price of the bids, and a few round quantities. */
    priceLabels: [...new Set([Math.min(...prices), Math.max(...prices)])].map((cents) => ({ x: xOf(cents), cents })),
    quantityLabels: roundSteps(top).map((quantity) => ({ y: yOf(quantity), quantity })),
  };
}

/** Returns one to four round numbers up to `top`: the multiples of a step, which is 1, 2 or 5 times a power of ten. */
function roundSteps(top: number): readonly number[] {
  const power = Math.max(1, 10 ** Math.floor(Math.log10(top / 2)));
  const step = [5, 2, 1].map((one) => one * power).find((one) => one * 2 <= top) ?? power;
  return Array.from({ length: Math.floor(top / step) }, (_, index) => (index + 1) * step);
}

/**
 * Returns the outline of the area. It starts at the best price and rises at each price level. After the worst price, it
 * continues horizontally to the edge of the chart.
 */
function areaOf(xs: readonly number[], ys: readonly number[], { width, height }: Frame, sign: 1 | -1): string {
  const edge = sign === 1 ? 0 : width;
  const steps = xs.map((x, index) => `L${round(x)} ${round(ys[index - 1] ?? height)}V${round(ys[index] ?? height)}`);
  return `M${round(xs[0] ?? 0)} ${height}${steps.join('')}H${edge}V${height}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
