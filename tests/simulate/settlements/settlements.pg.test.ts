import { expect, test } from 'vitest';
import { settlementsOfSeeds } from './settlements-of-seeds.ts';

const SEEDS = 20;
/** A simulation in which nothing happens would break no rule either. */
const HAPPENS = [
  'step confirmPayment',
  'step acceptDelivery',
  'step rejectDelivery',
  'step failDelivery',
  'step resolveDispute',
  'step release',
  'step cancel',
  'step waivePayment',
  'step refundPayment',
  'step offerNext',
  'clock overdue',
  'clock inCure',
  'clock defaulted',
  'offer accepted',
  'offer declined',
  'offer expired',
  'name',
  'doubled',
  'crashed',
  'refused',
];

test(`the settlements of ${SEEDS} seeds break no rule`, { timeout: 300_000 }, async () => {
  const broken: string[] = [];
  const violated = (seed: number, what: string): void => void broken.push(`seed ${seed}, ${what}`);
  const tally = await settlementsOfSeeds({ first: 1, count: SEEDS }, violated);
  expect(broken).toEqual([]);
  expect([...tally.keys()]).toEqual(expect.arrayContaining(HAPPENS));
});
