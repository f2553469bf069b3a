import { beforeAll, expect, test } from 'vitest';
import { courseOf } from '#domain/record/course.ts';
import type { AuctionRecord } from '#domain/record/record.ts';
import { replayOf } from '#domain/record/replay.ts';
import { createChance } from '#testing/world/chance.ts';
import { recordOf } from './record-of.ts';
import { simulate } from './simulate.ts';

let records: AuctionRecord[];

beforeAll(async () => {
  const simulated = await Promise.all([3, 11, 20, 31].map((seed) => simulate(seed)));
  records = simulated.flatMap(({ auctions }) => auctions.map(recordOf));
});

test('a replay shows at any position what playing the entries up to it shows', () => {
  const chance = createChance(5);
  for (const record of records) {
    const replay = replayOf(record);
    const moments = Array.from({ length: 12 }, () => chance.between(0, record.lines.length));
    for (const seq of [0, record.lines.length, ...moments]) {
      const course = courseOf(record.head);
      for (const { line } of record.lines.slice(0, seq)) course.take(line);
      expect(replay.timesAt(seq)).toEqual(course.times());
      for (const [itemId, standing] of course.standings) expect(replay.rowsAt(seq, itemId)).toEqual(standing.rows());
    }
  }
});

test('a long record is replayed from the nearest stored ranking', () => {
  const [record] = records;
  if (!record) throw new Error('no record');
  const item = record.head.items[0];
  const placed = record.lines.find(({ line }) => line.kind === 'placed' && line.itemId === item?.itemId);
  if (!item || !placed) throw new Error('no bid');
  const lines = Array.from({ length: 1_000 }, (_, index) => ({
    ...placed,
    line: { ...placed.line, seq: index + 1, kind: 'revised' as const, priceCents: 500 + index },
  }));
  const replay = replayOf({ ...record, lines });
  for (const seq of [1, 127, 128, 129, 500, 999, 1_000]) {
    expect(replay.rowsAt(seq, item.itemId).map(({ bid }) => bid.priceCents)).toEqual([499 + seq]);
  }
});
