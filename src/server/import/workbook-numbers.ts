/** Handlers of the XML of styles. */
type Handlers = { readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void };

/** The built-in formats of dates and times. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format shows a date: it has a year or a day outside quotes, colors and escapes. */
const isDateCode = (code: string): boolean => /[yd]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Returns the styles of cells, by their index, that show a number as a date. */
export async function dateStylesOf(read: (handlers: Handlers) => Promise<unknown>): Promise<ReadonlySet<string>> {
  const custom = new Map<number, boolean>();
  const dates = new Set<string>();
  let isInCells = false;
  let at = 0;
  await read({
    open: (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes['numFmtId']), isDateCode(attributes['formatCode'] ?? ''));
      // `cellStyleXfs` has named styles, which no cell refers to.
      if (name === 'cellXfs' || name === 'cellStyleXfs' || name === 'cellStyles') isInCells = name === 'cellXfs';
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      if (custom.get(id) ?? isDateFormat(id)) dates.add(String(at));
      at += 1;
    },
  });
  return dates;
}

const DAY_MS = 86_400_000;
/** Day 0 of workbooks. Excel counts a 29th of February 1900, so this is right from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Day 0 of workbooks of old Macs. */
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** Spreadsheets keep 15 digits. A longer number is written with an exponent, so that nobody takes it as exact. */
const EXACT_BELOW = 1e15;

type Numbers = { readonly dateStyles: ReadonlySet<string>; readonly isFrom1904: boolean };

/** Returns the text of a number: a day as `2026-01-31`, otherwise its digits. */
export function textOfNumber(value: string, style: string, { dateStyles, isFrom1904 }: Numbers): string {
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (dateStyles.has(style)) {
    const at = new Date((isFrom1904 ? DAY_ZERO_1904 : DAY_ZERO) + Math.round(number * DAY_MS));
    if (!Number.isNaN(at.getTime())) return at.toISOString().slice(0, 10);
  }
  return Math.abs(number) >= EXACT_BELOW ? number.toExponential() : String(number);
}
