import type { Refusal } from '#domain/basics/result.ts';
import { MILLIONTHS, SERIAL_DIGITS_MAX, type SerialRange } from '#domain/certificate/serial-range.ts';

export const SERIAL_REFUSALS = ['serial_format', 'serial_reversed', 'serial_bases_differ'] as const;
export type SerialRefusal = (typeof SERIAL_REFUSALS)[number];

/** A range of serial numbers below a common base. The base is empty if a registry numbers all certificates together. */
export type Serials = SerialRange & { readonly base: string };

type Serial = { readonly base: string; readonly number: bigint };

/** How a registry writes serial numbers. */
type Style = {
  /** A published range, shown beside the fields. */
  readonly example: readonly [first: string, last: string];
  readonly step: bigint;
  /** Matches one serial number, with the groups `number`, and `base` and `fraction` if the style has them. */
  readonly pattern: RegExp;
  /** Writes one serial number. */
  readonly write: (serial: Serial) => string;
};

const GROUPS = 4;
const inGroups = (number: bigint): string => number.toString().padStart(16, '0').match(/.{4}/g)?.join('-') ?? '';
const afterBase = ({ base, number }: Serial): string => (base === '' ? '' : `${base}-`) + String(number / MILLIONTHS);
const GROUPED = `(?<number>\\d{4}(?:-\\d{4}){${GROUPS - 1}})`;

/**
 * The styles of serial numbers (docs/rules.md#certificates). `irec` numbered whole RECs until 2022, `irecDecimal` has
 * numbered millionths since then. `free` takes any base with a number at its end.
 */
export const SERIAL_STYLES = {
  irec: {
    example: ['0000-0000-9088-2258', '0000-0000-9088-2425'],
    step: MILLIONTHS,
    pattern: new RegExp(`^${GROUPED}$`),
    write: ({ number }) => inGroups(number / MILLIONTHS),
  },
  irecDecimal: {
    example: ['0000-0004-1016-8296.000000', '0000-0004-1017-5606.037999'],
    step: 1n,
    pattern: new RegExp(`^${GROUPED}\\.(?<fraction>\\d{6})$`),
    write: ({ number }) => `${inGroups(number / MILLIONTHS)}.${String(number % MILLIONTHS).padStart(6, '0')}`,
  },
  aib: {
    example: ['708000340067300000000071882353', '708000340067300000000071882381'],
    step: MILLIONTHS,
    pattern: /^(?<number>\d{30})$/,
    write: ({ number }) => String(number / MILLIONTHS).padStart(30, '0'),
  },
  tigr: {
    example: ['TIGR-1234-GT-SM-08-2024-321-1', 'TIGR-1234-GT-SM-08-2024-321-66'],
    step: MILLIONTHS,
    pattern: /^(?<base>TIGR-[\dA-Z]+-[A-Z]{2}-[\dA-Z]+-(?:0[1-9]|1[0-2])-\d{4}-\d+)-(?<number>[1-9]\d*)$/,
    write: afterBase,
  },
  nar: {
    example: ['NAR-REC-1234-CA-06-2024-555555-1', 'NAR-REC-1234-CA-06-2024-555555-66'],
    step: MILLIONTHS,
    pattern: /^(?<base>NAR-REC-[\dA-Z]+-[A-Z]{2}-(?:0[1-9]|1[0-2])-\d{4}-\d+)-(?<number>[1-9]\d*)$/,
    write: afterBase,
  },
  mrets: {
    example: ['2194-ND-07-2020-CAC76615-56217', '2194-ND-07-2020-CAC76615-58010'],
    step: MILLIONTHS,
    // An imported certificate begins with the name of its first registry.
    pattern: /^(?<base>(?:[A-Z]+-)?\d+-[A-Z]{2}-(?:0[1-9]|1[0-2])-\d{4}-[\dA-Z]+)-(?<number>[1-9]\d*)$/,
    write: afterBase,
  },
  free: {
    example: ['PL00018370/GP_BGR/01/26772/2021-610', 'PL00018370/GP_BGR/01/26772/2021-710'],
    step: MILLIONTHS,
    pattern: /^(?:(?<base>[\p{L}\p{N}][\p{L}\p{N} ./_:#-]{0,99})-)?(?<number>0|[1-9]\d{0,31})$/u,
    write: afterBase,
  },
} as const satisfies Record<string, Style>;
export type SerialStyle = keyof typeof SERIAL_STYLES;
export const SERIAL_STYLE_NAMES = Object.keys(SERIAL_STYLES) as SerialStyle[];

/**
 * Reads a range as its registry writes it: two whole serial numbers, or the last one shortened to its number, as in
 * `TIGR-1234-GT-SM-08-2024-321-1` and `66`.
 */
export function parseSerials(
  style: SerialStyle,
  given: { readonly first: string; readonly last: string },
): Serials | Refusal<SerialRefusal> {
  const { step, example } = SERIAL_STYLES[style];
  const format: Refusal<SerialRefusal> = { code: 'serial_format', params: { example: example[0] } };
  const first = parseOne(style, given.first);
  if (!first) return format;
  const isShort = first.base !== '' && /^\d+$/.test(given.last.trim());
  const last = parseOne(style, isShort ? `${first.base}-${given.last.trim()}` : given.last);
  if (!last) return format;
  if (first.base !== last.base) return { code: 'serial_bases_differ' };
  if (last.number < first.number) return { code: 'serial_reversed' };
  return { base: first.base, first: first.number, last: last.number, step };
}

function parseOne(style: SerialStyle, text: string): Serial | undefined {
  const found = SERIAL_STYLES[style].pattern.exec(text.trim())?.groups;
  if (!found) return undefined;
  const digits = (found['number'] ?? '').replaceAll('-', '');
  if (digits.length > SERIAL_DIGITS_MAX) return undefined;
  return { base: found['base'] ?? '', number: BigInt(digits) * MILLIONTHS + BigInt(found['fraction'] ?? '0') };
}

/** Writes the first and the last serial number of a range as its registry does. */
export function serialTexts(style: SerialStyle, { base, first, last }: Omit<Serials, 'step'>) {
  const { write } = SERIAL_STYLES[style];
  return { first: write({ base, number: first }), last: write({ base, number: last }) };
}
