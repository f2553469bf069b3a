import { expect, test } from 'vitest';
import { CONFIRMATION_LINES_MAX, readConfirmation } from '#domain/delivery/confirmation.ts';

const ID = '6b1f6a3e-1f6c-4a39-9d5e-0d6a3a5b7c11';
const HEADINGS = ['settlement_id', 'Correlation_ID', 'transfer_id', 'status', 'quantity'];
const read = (...rows: string[][]) => {
  const result = readConfirmation([HEADINGS, ...rows]);
  return result.ok ? result.value : result.refused;
};

const NO_PROOF = { verificationKey: '', retiredOn: '' };

test('reads lines by the names of the columns, and skips those without a status', () => {
  const line = ['', ` ${ID.toUpperCase()} `, 'T1', 'Accepted', '7310.038'];
  expect(read(['', ID, '', '', '5'], line)).toEqual([
    {
      line: 3,
      orderId: ID,
      answer: { ok: true, value: { status: 'accepted', transferId: 'T1', quantity: 7310038000n, proof: NO_PROOF } },
    },
  ]);
});

test.each([
  [['', 'x', 'T1', 'accepted', '5'], 'registry_order_unknown'],
  [['', ID, 'T1', 'done', '5'], 'registry_status_unknown'],
  [['', ID, 'T1', 'accepted', '-5'], 'registry_quantity_invalid'],
  [['', ID, 'T'.repeat(101), 'accepted', '5'], 'registry_transfer_id_too_long'],
])('refuses the line %j: %s', (row, code) => {
  expect(read(row)).toMatchObject([{ answer: { ok: false, refused: { code } } }]);
});

test('refuses a file without its columns, and one with too many lines', () => {
  const without = readConfirmation([['correlation_id', 'status']]);
  expect(without).toMatchObject({
    refused: { code: 'registry_file_columns', params: { columns: 'transfer_id, quantity' } },
  });
  const lines = Array.from({ length: CONFIRMATION_LINES_MAX + 1 }, () => ['', ID, 'T1', 'failed', '']);
  expect(read(...lines)).toMatchObject({ code: 'registry_file_too_long' });
  expect(readConfirmation([])).toMatchObject({ refused: { code: 'registry_file_columns' } });
});
