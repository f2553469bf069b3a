import { expect, test } from 'vitest';
import { tickExamples, tickFormOf, tickRequest } from '#web/tick/tick-form.ts';

test('a stored tick size passes through the form unchanged', () => {
  const tick = {
    id: '6d3c9f2e-2f0a-4f35-9a57-0d8f6f2b7c11',
    name: 'Ten sen',
    priceStep: 0.1,
    unit: 'MYR/REC',
    auctionCount: 0,
  };
  expect(tickRequest(tickFormOf(tick))).toEqual({ name: 'Ten sen', priceStep: 0.1 });
});

test('sends the name without surrounding spaces', () => {
  expect(tickRequest({ name: '  Ten sen ', priceStep: 0.1 })).toEqual({ name: 'Ten sen', priceStep: 0.1 });
});

test.each([
  [0.1, [0.1, 0.2, 0.3]],
  [0.25, [0.25, 0.5, 0.75]],
  [0.005, []],
  [0, []],
  [null, []],
  [Number.NaN, []],
])('shows examples of step %s: %j', (step, examples) => {
  expect(tickExamples(step)).toEqual(examples);
});
