import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantityText, sizeOf } from '#domain/certificate/serial-range.ts';
import {
  parseSerials,
  SERIAL_STYLE_NAMES,
  SERIAL_STYLES,
  serialTexts,
  type SerialStyle,
} from '#domain/certificate/serial-style.ts';

/** Published ranges, with the number of RECs that their statements name. */
it.each<[SerialStyle, first: string, last: string, base: string, quantity: string]>([
  ['irec', '0000-0000-9088-2258', '0000-0000-9088-2425', '', '168'],
  ['irecDecimal', '0000-0004-1016-8296.000000', '0000-0004-1017-5606.037999', '', '7310.038'],
  ['aib', '708000340067300000000071882353', '708000340067300000000071882381', '', '29'],
  ['aib', '361358000000000000000591166004', '361358000000000000000591166047', '', '44'],
  ['aib', '871686799993800000150244294640', '871686799993800000150244294787', '', '148'],
  ['tigr', 'TIGR-1234-GT-SM-08-2024-321-1', '66', 'TIGR-1234-GT-SM-08-2024-321', '66'],
  [
    'nar',
    'NAR-REC-1234-CA-06-2024-555555-1',
    'NAR-REC-1234-CA-06-2024-555555-66',
    'NAR-REC-1234-CA-06-2024-555555',
    '66',
  ],
  ['mrets', '2194-ND-07-2020-CAC76615-56217', '58010', '2194-ND-07-2020-CAC76615', '1794'],
  ['mrets', 'MIRECS-123-MI-01-2009-123-1', '1', 'MIRECS-123-MI-01-2009-123', '1'],
  ['free', 'PL00018370/GP_BGR/01/26772/2021-610', '710', 'PL00018370/GP_BGR/01/26772/2021', '101'],
  ['free', '7', '9', '', '3'],
])('reads %s: %s to %s', (style, first, last, base, quantity) => {
  const read = parseSerials(style, { first, last });
  if ('code' in read) throw new Error(read.code);
  expect([read.base, quantityText(sizeOf(read))]).toEqual([base, quantity]);
  expect(serialTexts(style, read).first).toBe(first);
  expect(serialTexts(style, read).last.endsWith(last)).toBe(true);
});

it.each<[SerialStyle, first: string, last: string, code: string]>([
  ['irec', '0000-0000-9088-2258', '0000-0000-9088-2257', 'serial_reversed'],
  ['irec', '0000-0000-9088-225', '0000-0000-9088-2258', 'serial_format'],
  ['irec', '0000000090882258', '0000-0000-9088-2258', 'serial_format'],
  ['irecDecimal', '0000-0004-1016-8296.000000', '0000-0004-1017-5606', 'serial_format'],
  ['aib', '70800034006730000000007188235', '708000340067300000000071882381', 'serial_format'],
  ['tigr', 'TIGR-1234-GT-SM-13-2024-321-1', '66', 'serial_format'],
  ['nar', 'NAR-REC-1234-CA-06-2024-555555-1', 'NAR-REC-1234-CA-06-2024-555556-66', 'serial_bases_differ'],
  ['mrets', '2194-ND-07-2020-CAC76615-58010', '56217', 'serial_reversed'],
  ['free', 'A-1', 'A-123456789012345678901234567890123', 'serial_format'],
  ['free', 'A-', 'A-1', 'serial_format'],
  ['free', '', '', 'serial_format'],
])('refuses %s: %s to %s', (style, first, last, code) => {
  expect(parseSerials(style, { first, last })).toMatchObject({ code });
});

it('reads again each range that it writes, also numbers beyond 64 bits', () => {
  const number = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n });
  fc.assert(
    fc.property(fc.constantFrom(...SERIAL_STYLE_NAMES), number, number, (style, one, more) => {
      const example = parseSerials(style, {
        first: SERIAL_STYLES[style].example[0],
        last: SERIAL_STYLES[style].example[1],
      });
      if ('code' in example) throw new Error(example.code);
      const { base, step } = example;
      const offset = style === 'aib' ? 10n ** 35n : 1_000_000n;
      const first = offset + one * step;
      const range = { base, first, last: first + (more % 1_000_000n) * step, step };
      expect(parseSerials(style, serialTexts(style, range))).toEqual(range);
    }),
  );
});
