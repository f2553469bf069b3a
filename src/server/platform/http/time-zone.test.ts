import { expect, test } from 'vitest';
import { dayIn, namedTimeZone } from '#server/platform/http/time-zone.ts';

test.each([
  ['Asia/Kuala_Lumpur', 'Asia/Kuala_Lumpur'],
  // Browsers use both names for Vietnam's zone.
  ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
  ['Asia/Saigon', 'Asia/Saigon'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', undefined],
  ['', undefined],
  [undefined, undefined],
  [['Asia/Shanghai', 'UTC'], undefined],
])('%j names the zone %s on every request', (header, zone) => {
  for (let i = 0; i < 2; i += 1) expect(namedTimeZone(header)).toBe(zone);
});

test('a day begins at midnight of its zone', () => {
  const late = Date.parse('2026-11-27T16:30:00Z');
  expect([dayIn(late, 'UTC'), dayIn(late, 'Asia/Kuala_Lumpur')]).toEqual(['2026-11-27', '2026-11-28']);
});
