import { expect, test } from 'vitest';
import { phrasesToReview } from '#phrases/review-phrases.ts';

test('lists phrases that are missing or equal to the English ones, with their keys', () => {
  const english = { title: 'Auctions', unit: '{count} %', room: { end: 'Ended', start: 'Starts', more: { a: 'All' } } };
  const other = { title: 'Auctions', unit: '{count} %', room: { end: 'Tamat', start: ' ' } };
  expect(phrasesToReview(english, other)).toEqual([
    { key: 'title', english: 'Auctions', why: 'equal' },
    { key: 'room.start', english: 'Starts', why: 'missing' },
    { key: 'room.more.a', english: 'All', why: 'missing' },
  ]);
  expect(phrasesToReview(english, english).every(({ why }) => why === 'equal')).toBe(true);
});
