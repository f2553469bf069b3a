import { describe, expect, it } from 'vitest';
import { changedSettings, changedSince, mergeSettings } from '#domain/basics/edited-settings.ts';

const base = { title: 'Perak hydro', fee: 1, images: ['a'], endTime: null as string | null };

describe('edited settings', () => {
  it('names each setting with another value, also in lists', () => {
    expect(changedSettings(base, { ...base, images: ['a'] })).toEqual([]);
    expect(changedSettings(base, { ...base, fee: 2, images: ['b'], endTime: '2026-12-01' })).toEqual([
      'fee',
      'images',
      'endTime',
    ]);
  });

  it('names what changed after a version', () => {
    expect(changedSince({ title: 2, fee: 4, endTime: 3 }, 2)).toEqual(['endTime', 'fee']);
    expect(changedSince({}, 1)).toEqual([]);
  });

  it('merges the changes of both people, and keeps the own value of a setting that both changed', () => {
    const own = { ...base, title: 'Mine', fee: 2 };
    const theirs = { ...base, title: 'Theirs', endTime: '2026-12-01' };
    expect(mergeSettings(base, own, theirs)).toEqual({ ...base, title: 'Mine', fee: 2, endTime: '2026-12-01' });
  });
});
