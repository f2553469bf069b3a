import { expect, test } from 'vitest';
import { creditStateOf, remainingNet } from '#web/invoice/invoice-state.ts';

test('a document is issued, part credited or credited', () => {
  expect(creditStateOf({ payable: '108.00', credited: '0.00' })).toBe('issued');
  expect(creditStateOf({ payable: '108.00', credited: '54.00' })).toBe('partCredited');
  expect(creditStateOf({ payable: '108.00', credited: '108.00' })).toBe('credited');
});

test('the amount that remains is exact to the cent', () => {
  expect(remainingNet({ net: '0.30', creditedNet: '0.10' })).toBe(0.2);
  expect(remainingNet({ net: '1503.00', creditedNet: '3.01' })).toBe(1499.99);
});
