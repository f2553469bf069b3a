import { expect, test } from 'vitest';
import { changesBetween, judgeEdit } from '#domain/company/account.ts';

test('a change names the fields that differ, with their values before and after', () => {
  expect(changesBetween({ picName: 'Anna', sstNumber: '' }, { picName: 'Anna', sstNumber: 'W10' })).toEqual([
    { field: 'sstNumber', before: '', after: 'W10' },
  ]);
});

test('an edit of something that someone else has changed in the meantime is rejected', () => {
  expect([judgeEdit(3, 3), judgeEdit(4, 3)]).toEqual([undefined, 'account_changed']);
});
