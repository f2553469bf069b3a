import { expect, test } from 'vitest';
import { measureBids } from './bids.ts';
import { measureBidsHttp } from './http/bids-http.ts';
import { measureFanout } from './fanout.ts';
import type { Figure } from './figure.ts';
import { measureClose, measureStanding } from './standing.ts';

/**
 * Length of short measurements. Other work may slow the machine down, so the required ratios are far below the usual
 * ratios, which are in RESULTS.md. But a server that commits each bid alone, sorts for each bid, or sends one frame per
 * reader does not reach the required ratios.
 */
const SHORT = { repeats: 1, seconds: 1 };

/**
 * Other test files run at the same time. If they disturb a measurement, the measurement runs again with the same
 * limits.
 */
const AGAIN = { retry: 2 };

async function figuresOf(measured: AsyncGenerator<Figure>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for await (const figure of measured) figures.push(figure);
  return figures;
}

test('many bids of one room share a commit', AGAIN, async () => {
  const [rate] = await figuresOf(measureBids(SHORT, [100]));
  expect(rate?.ratio).toBeGreaterThan(3);
});

test('many bids of one room share a commit over HTTP too', AGAIN, async () => {
  const [rate] = await figuresOf(measureBidsHttp(SHORT));
  expect(rate?.ratio).toBeGreaterThan(1.5);
});

test('a bid moves in a standing without sorting all bids', AGAIN, async () => {
  const [small, large] = await figuresOf(measureStanding(SHORT, [100, 10_000]));
  expect(large?.ratio).toBeGreaterThan(20);
  expect((large?.ours ?? 0) / (small?.ours ?? 1)).toBeLessThan(20);
});

test('closing an item takes no more time for each bid with 10,000 bids', AGAIN, async () => {
  const [took] = await figuresOf(measureClose());
  expect(took?.ratio).toBeGreaterThan(0.22);
});

test('a frame is serialized once for all readers', AGAIN, async () => {
  const [rate] = await figuresOf(measureFanout(SHORT, [{ sockets: 500, processes: 1 }]));
  expect(rate?.ratio).toBeGreaterThan(0.4);
});
