import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrastOf } from '#domain/basics/shades.ts';
import { themeOf, variablesOf } from '#web/design/theme/theme.ts';

/**
 * For each text color, the backgrounds on which it must be readable. Text colors and backgrounds are names of our CSS
 * variables.
 */
const GROUNDS: Readonly<Record<string, readonly string[]>> = {
  ink: ['canvas', 'surface', 'sunken', 'brand-soft', 'quiet-soft'],
  'quiet-ink': ['canvas', 'surface', 'sunken', 'quiet-soft'],
  'brand-ink': ['canvas', 'surface', 'sunken', 'brand-soft'],
  'good-ink': ['canvas', 'surface', 'sunken', 'good-soft'],
  'warn-ink': ['canvas', 'surface', 'sunken', 'warn-soft'],
  'bad-ink': ['canvas', 'surface', 'sunken', 'bad-soft'],
  'info-ink': ['canvas', 'surface', 'sunken', 'info-soft'],
  'rail-ink': ['rail', 'rail-active', 'rail-line'],
  'rail-quiet': ['rail'],
};
const READABLE = 4.5;

/** Returns the unreadable pairs in a theme of this brand. */
function faint(brand: string, scheme: 'light' | 'dark'): string[] {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(brand));
  const { variables, [scheme]: own } = variablesOf(brand)(theme);
  const of = (name: string): string => ({ ...variables, ...own })[`--gl-${name}`] ?? 'missing';
  const pairs = Object.entries(GROUNDS).flatMap(([ink, grounds]) =>
    grounds.map((ground) => [`${ink} on ${ground}`, of(ink), of(ground)] as const),
  );
  const filled = theme.colors['brand']?.[7] ?? 'missing';
  return [...pairs, ['white on a filled button', '#ffffff', filled] as const]
    .filter(([, ink, ground]) => !(contrastOf(ink, ground) >= READABLE))
    .map(([what, ink, ground]) => `${scheme}: ${what}, ${ink} on ${ground}: ${contrastOf(ink, ground).toFixed(2)}`);
}

it('any brand color keeps everything readable in both themes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
      const brand = `#${value.toString(16).padStart(6, '0')}`;
      expect([...faint(brand, 'light'), ...faint(brand, 'dark')]).toEqual([]);
    }),
  );
});
