import { expect, test } from 'vitest';
import { creditStateOf, remainingNet } from '#web/invoice/invoice-state.ts';

test('a document is issued, part credited or credited', () => {
  expect(creditStateOf({ payable: '108.00', credited: '0.00' })).toBe('issued');
  expect(creditStateOf({ payable: '108.00', credited: '54.00' })).toBe('partCredited');
  expect(creditStateOf({ payable: '108.00', credited: '108.00' })).toBe('credited');
});

test('the amount that remains is exact to the minor unit of the currency of the invoice', () => {
  expect(remainingNet({ net: '0.30', creditedNet: '0.10', currency: 'USD' })).toBe(0.2);
  expect(remainingNet({ net: '1503.00', creditedNet: '3.01', currency: 'MYR' })).toBe(1499.99);
  expect(remainingNet({ net: '1503', creditedNet: '3', currency: 'JPY' })).toBe(1500);
  expect(remainingNet({ net: '0.300', creditedNet: '0.101', currency: 'KWD' })).toBe(0.199);
});
