import { expect, test } from 'vitest';
import { judgeRetiredQuantity } from '#domain/holding/judge-retirement.ts';

test.each([
  [null, 'please_input_the_quantity'],
  [Number.NaN, 'quantity_must_be_integer'],
  [1.5, 'quantity_must_be_integer'],
  [0, 'quantity_out_of_range'],
  [-1, 'quantity_out_of_range'],
  [101, 'maximum_quantity_is'],
  [100, undefined],
  [1, undefined],
])('retires from 100 RECs %s: %s', (quantity, code) => {
  expect(judgeRetiredQuantity(quantity, 100)?.code).toBe(code);
});
