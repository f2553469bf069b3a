import { expect, test } from 'vitest';
import { isColor, judgeBrand, NO_BRAND } from '#domain/platform-setting/brand.ts';

const codes = (changes: Partial<typeof NO_BRAND>) =>
  Object.fromEntries(
    Object.entries(judgeBrand({ ...NO_BRAND, ...changes })).map(([field, refusal]) => [field, refusal.code]),
  );

test('empty fields are accepted, because they mean the default', () => {
  expect(codes({})).toEqual({});
});

test('a name of 40 characters in any script and any color are accepted', () => {
  expect(codes({ name: '绿'.repeat(40), titleEn: 'Suria & Co', titleZh: '绿证', color: ' #FFB400 ' })).toEqual({});
});

test('long texts, emoji, invisible characters and words for colors are refused at their field', () => {
  expect(codes({ name: 'a'.repeat(41), titleEn: 'Green 🌱', titleZh: 'a\u202Eb', color: 'green' })).toEqual({
    name: 'less_than_maximum_character',
    titleEn: 'emoji_not_allowed',
    titleZh: 'not_allow_special_character',
    color: 'color_invalid',
  });
  expect(codes({ titleEn: 'a'.repeat(81), titleZh: 'a'.repeat(81), color: '#12345' })).toEqual({
    titleEn: 'less_than_maximum_character',
    titleZh: 'less_than_maximum_character',
    color: 'color_invalid',
  });
});

test.each(['#0b7a5b', '#FFFFFF'])('%s is a color', (text) => expect(isColor(text)).toBe(true));
test.each(['0b7a5b', '#fff', '#0b7a5b80', 'red', ''])('“%s” is no color', (text) => expect(isColor(text)).toBe(false));
