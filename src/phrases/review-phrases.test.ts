import { expect, test } from 'vitest';
import { inLanguage, phrasesToReview } from '#phrases/review-phrases.ts';

const ENGLISH = {
  title: 'Auctions',
  unit: '{count} %',
  items: '{count, plural, one {# item} other {# items}}',
  room: { end: 'Ended', start: 'Starts', by: 'Opened by {name}', more: { a: 'All' } },
};
const MALAY = {
  title: 'Auctions',
  unit: '{count} %',
  items: '{count} barang',
  room: { end: 'Tamat', start: ' ', by: 'Dibuka oleh {nama}', old: 'Lama' },
};

const reasons = (other: Parameters<typeof phrasesToReview>[1]) =>
  phrasesToReview(ENGLISH, other).map(({ key, why }) => `${why} ${key}`);

test('lists phrases that are missing, equal, unknown, or have other placeholders, with their keys', () => {
  expect(reasons(MALAY)).toEqual([
    'equal title',
    'missing room.start',
    'placeholders room.by',
    'missing room.more.a',
    'unknown room.old',
  ]);
  expect(phrasesToReview(ENGLISH, MALAY)[2]).toMatchObject({ english: 'Opened by {name}', own: 'Dibuka oleh {nama}' });
});

test('finds ill-formed phrases, and arguments of another kind', () => {
  const by = (text: string) => reasons({ ...MALAY, room: { ...MALAY.room, by: text } })[2];
  expect(by('Dibuka oleh {name')).toBe('placeholders room.by');
  expect(by('Dibuka oleh {name, number}')).toBe('placeholders room.by');
  expect(by('Dibuka')).toBe('placeholders room.by');
  expect(by('Dibuka oleh {name}')).not.toBe('placeholders room.by');
});

test('a language has its own phrases where they can be used, and English ones elsewhere', () => {
  expect(inLanguage(ENGLISH, MALAY)).toEqual({
    title: 'Auctions',
    unit: '{count} %',
    items: '{count} barang',
    room: { end: 'Tamat', start: 'Starts', by: 'Opened by {name}', more: { a: 'All' } },
  });
});
