import { expect, test } from 'vitest';
import { judgeRelease } from '#domain/holding/release.ts';

test.each([
  [{ quantity: null, remark: 'agreed' }, 100, {}],
  [{ quantity: 100, remark: 'agreed' }, 100, {}],
  [{ quantity: 101, remark: 'agreed' }, 100, { quantity: 'quantity_out_of_range' }],
  [{ quantity: 0, remark: 'agreed' }, 100, { quantity: 'quantity_out_of_range' }],
  [{ quantity: 1.5, remark: 'agreed' }, 100, { quantity: 'quantity_must_be_integer' }],
  [{ quantity: null, remark: 'agreed' }, 0, { quantity: 'nothing_to_release' }],
  [{ quantity: 1, remark: '  ' }, 1, { remark: 'field_required' }],
])('%o of %i held', (release, held, codes) => {
  const found = Object.entries(judgeRelease(release, held)).map(([field, refusal]) => [field, refusal?.code]);
  expect(Object.fromEntries(found)).toEqual(codes);
});
