import { expect, test } from 'vitest';
import { FEE_NAMES, judgeFeeNames, tidyFeeNames } from '#domain/platform-setting/fee-names.ts';
import { withFeeNames } from '#domain/platform-setting/fee-phrases.ts';

const NAMES = { buyer: { en: 'Service charge', zh: '服务费' }, seller: { en: 'Commission' } };
/** Prints the key and the values. */
const say = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;

test('names replace the phrases of fees, alone and within a text', () => {
  const named = withFeeNames(say, NAMES, 'en');
  expect(named('auction.buyerFee')).toBe('Service charge');
  expect(named('record.sellerFee')).toBe('Commission');
  expect(named('direction.Reverse.fee', { percent: '2%' })).toBe('fee.lessPercent {"percent":"2%","fee":"Commission"}');
  expect(named('auction.fees')).toBe('auction.fees {}');
});

test('a language without a name has the English one, and a fee without a name keeps its phrases', () => {
  expect(withFeeNames(say, NAMES, 'zh')('auction.buyerFee')).toBe('服务费');
  expect(withFeeNames(say, NAMES, 'zh')('auction.sellerFee')).toBe('Commission');
  expect(withFeeNames(say, { ...NAMES, seller: { zh: '佣金' } }, 'en')('auction.sellerFee')).toBe(
    'auction.sellerFee {}',
  );
  expect(withFeeNames(say, FEE_NAMES, 'en')).toBe(say);
});

test('empty names mean the default, and spaces are tidied', () => {
  expect(tidyFeeNames({ buyer: { en: ' Service  charge ', zh: ' ' }, seller: {} })).toEqual({
    buyer: { en: 'Service charge' },
    seller: {},
  });
  expect(judgeFeeNames({ buyer: { en: '', zh: '费'.repeat(40) }, seller: {} })).toEqual({});
});

test.each([
  ['less_than_maximum_character', 'x'.repeat(41)],
  ['emoji_not_allowed', 'Fee 💰'],
  ['not_allow_special_character', 'a\u202Eb'],
])('refuses a name with %s at its field', (code, name) => {
  expect(judgeFeeNames({ buyer: {}, seller: { zh: name } })).toMatchObject({ 'seller.zh': { code } });
});
