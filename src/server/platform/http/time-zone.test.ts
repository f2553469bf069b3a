import { expect, test } from 'vitest';
import { timeZoneOf } from '#server/platform/http/time-zone.ts';

test.each([
  ['Asia/Kuala_Lumpur', 'Asia/Kuala_Lumpur'],
  // Browsers use both names for Vietnam's zone.
  ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
  ['Asia/Saigon', 'Asia/Saigon'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
  [undefined, 'UTC'],
  [['Asia/Shanghai', 'UTC'], 'UTC'],
])('%j is the zone %s on every request', (header, zone) => {
  for (let i = 0; i < 2; i += 1) expect(timeZoneOf(header)).toBe(zone);
});
