import { expect, test } from 'vitest';
import { judgeClaim, judgeCompleteClaim, tidyClaim, UNKNOWN_CLAIM, type ClaimFields } from '#domain/claim/claim.ts';

const GOOD = { periodFrom: '2025-01-01', periodTo: '2025-12-31', purpose: 'scope2', purposeText: '' };

const codesOf = (refusals: object): object =>
  Object.fromEntries(
    Object.entries(refusals as Record<string, { code: string }>).map(([field, { code }]) => [field, code]),
  );

test.each<[change: Partial<ClaimFields>, refused: object]>([
  [{}, {}],
  [UNKNOWN_CLAIM, {}],
  [{ periodTo: null }, { periodTo: 'field_required' }],
  [{ periodFrom: '' }, { periodFrom: 'field_required' }],
  [{ periodFrom: '2025-02-29' }, { periodFrom: 'invalid_date' }],
  [{ periodFrom: '1999-12-31' }, { periodFrom: 'invalid_date' }],
  [{ periodTo: '2024-12-31' }, { periodTo: 'start_before_end' }],
  [{ periodTo: '2025-01-01' }, {}],
  [{ purpose: 'world peace' }, { purpose: 'choice_unknown' }],
  [{ purpose: 'other' }, { purposeText: 'field_required' }],
  [{ purpose: 'other', purposeText: 'A festival' }, {}],
  [{ purposeText: 'x'.repeat(256) }, { purposeText: 'less_than_maximum_character' }],
  [{ purposeText: 'solar 🌞' }, { purposeText: 'emoji_not_allowed' }],
])('a claim with %o gets the refusals %o', (change, refused) => {
  expect(codesOf(judgeClaim({ ...GOOD, ...change }))).toEqual(refused);
});

test('a form asks for the period and the purpose', () => {
  expect(codesOf(judgeCompleteClaim(UNKNOWN_CLAIM))).toEqual({
    periodFrom: 'field_required',
    periodTo: 'field_required',
    purpose: 'field_required',
  });
  expect(judgeCompleteClaim(GOOD)).toEqual({});
});

test('stores what was left out as unknown', () => {
  expect(tidyClaim({ periodFrom: '', periodTo: null, purpose: ' ', purposeText: ' a  b ' })).toEqual({
    ...UNKNOWN_CLAIM,
    purposeText: 'a b',
  });
});
