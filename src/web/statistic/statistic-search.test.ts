import { expect, test } from 'vitest';
import { chosenRange, statisticSearch } from '#web/statistic/statistic-search.ts';

test('valid values are read from the URL, and defaults are left out', () => {
  expect(
    statisticSearch({ range: 'month', direction: 'Sideways', vintage: 'old', period: 'Q5', from: '2026-13-40' }),
  ).toEqual({});
  expect(statisticSearch({ from: '2026-02-31', to: '2027-02-29' })).toEqual({});
  expect(statisticSearch({ range: 'month' }, 'year')).toEqual({ range: 'month' });
  expect(statisticSearch({ range: 'year' }, 'year')).toEqual({});
  const search = {
    range: 'own',
    from: '2026-01-01',
    to: '2026-02-01',
    direction: 'Reverse',
    fuel: 'Hydro',
    country: 'CN',
    period: 'SecondHalf',
  };
  expect(statisticSearch({ ...search, vintage: '2024' })).toEqual({ ...search, vintage: 2024 });
});

test('a preset range ends today, a custom one has what was selected so far', () => {
  expect(chosenRange({}, '2026-11-21')).toEqual({ choice: 'month', from: '2026-10-22', to: '2026-11-21' });
  expect(chosenRange({}, '2026-11-21', 'year')).toEqual({ choice: 'year', from: '2025-11-22', to: '2026-11-21' });
  expect(chosenRange({ range: 'own', from: '2026-01-01' }, '2026-11-21')).toEqual({
    choice: 'own',
    from: '2026-01-01',
    to: null,
  });
});
