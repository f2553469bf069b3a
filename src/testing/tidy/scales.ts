import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, lineAt, ROOT } from '#testing/tidy/source.ts';
import { LEADING, RADIUS, SPACE, TYPE, WEIGHT } from '#web/design/theme/scales.ts';

type Text = { readonly path: string; readonly text: string };

export function readStyles(): Text[] {
  return readdirSync(join(ROOT, 'src/web'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path: `src/web/${path}`, text: readFileSync(join(ROOT, 'src/web', path), 'utf8') }));
}

type Scale = { readonly of: RegExp; readonly allows: (value: string) => boolean };

const oneOf =
  (sizes: readonly number[], unit = ''): Scale['allows'] =>
  (value) =>
    sizes.some((size) => value === `${size}${unit}`);

/** Returns the lengths in px within a value. Lengths in letter widths are left out, because they depend on the font. */
const lengthsOf = (value: string): string[] => [...value.matchAll(/(?<![\w.])[\d.]+px/g)].map(([length]) => length);
const isSpace = oneOf(SPACE, 'px');
const isRadius = oneOf(Object.values(RADIUS), 'px');

/** Returns whether a value is a keyword, which means that it has no number. */
const isWord = (value: string): boolean => !/\d/.test(value);

const SCALES: readonly Scale[] = [
  { of: /^font-size$/, allows: oneOf(Object.values(TYPE), 'px') },
  { of: /^line-height$/, allows: oneOf(LEADING) },
  { of: /^font-weight$/, allows: oneOf(Object.values(WEIGHT)) },
  { of: /^((row|column)-)?gap$|^(padding|margin)(-|$)/, allows: (value) => lengthsOf(value).every(isSpace) },
  { of: /^border-.*radius$/, allows: (value) => lengthsOf(value).every(isRadius) },
  { of: /^z-index$/, allows: oneOf([1, 2, 3]) },
];

const DECLARATION = /(?<=[{;]|\*\/)\s*([\w-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g;

/** Returns sizes, weights, spaces, radii and z-indexes that are not on our scales (web/design/theme/scales.ts). */
export function offScale({ path, text }: Text): string[] {
  return [...text.matchAll(DECLARATION)].flatMap(({ index, 0: all, 1: property = '', 2: value = '' }) => {
    const plain = value.replace(/\s*!important$/, '');
    const scale = SCALES.find(({ of }) => of.test(property));
    if (!scale || isWord(plain) || plain === '0' || scale.allows(plain)) return [];
    return [
      `${path}:${lineAt(text, index + all.search(/\S/))} ${property}: ${value} is on no scale; use a value of scales.ts`,
    ];
  });
}

/** Files that define the names of colors: brands and themes, and the few colors that are the same in all of them. */
const NAMED = new Set(['src/web/design/theme/theme.ts', 'src/web/design/theme/base.css']);

/** Matches a color. In code, colors are in quotes. A # without quotes belongs to an anchor or an import. */
const COLOUR = /(?<=: [^;{}'"`]*)#[\da-f]{3,8}\b|['"]#[\da-f]{3,8}['"]|\b(rgb|hsl|oklch|hwb|lab)a?\(/gi;
const IN_COLOUR = /^src\/web\/.*\.(css|tsx?)$/;

/** Returns colors that have no name in the theme. Such colors stay the same in the dark theme. */
export function rawColours({ path, text }: Text): string[] {
  if (!IN_COLOUR.test(path) || NAMED.has(path) || isTest(path)) return [];
  return [...text.matchAll(COLOUR)].map(
    ({ index, 0: colour }) =>
      `${path}:${lineAt(text, index)} ${colour} has no name; add it to the theme and use its name`,
  );
}
