import { expect, test } from 'vitest';
import { changesBetween, judgeEdit } from '#domain/company/account.ts';

test('a change names the fields that differ, with what stood there before and after', () => {
  expect(changesBetween({ picName: 'Anna', sstNumber: '' }, { picName: 'Anna', sstNumber: 'W10' })).toEqual([
    { field: 'sstNumber', before: '', after: 'W10' },
  ]);
});

test('an edit of something that somebody else has changed meanwhile is refused', () => {
  expect([judgeEdit(3, 3), judgeEdit(4, 3)]).toEqual([undefined, 'account_changed']);
});
