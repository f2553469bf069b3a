import type { Cells, Column } from '#server/platform/document/document.ts';
import { MARGIN, type Pen } from '#server/platform/document/pen.ts';

/** The position of a column on the page. */
export type Lane = { readonly x: number; readonly width: number; readonly align: 'start' | 'end' };

const GAP = 8;
/** Maximum share of the page's width for columns of numbers. Columns of words need the rest. */
const NUMBERS_MAX = 0.62;
/**
 * Font sizes of tables, in points. A table whose numbers are too wide uses a smaller size. The last size is still
 * readable.
 */
const SIZES = [8.5, 7.5, 6.5] as const;

/**
 * Returns the font size of a table and the positions of its columns. Numbers are never broken over two lines, so
 * columns of numbers get their full width first. Columns of words share the rest.
 */
export function fitColumns(
  pen: Pen,
  columns: readonly Column[],
  lines: readonly Cells[],
): { readonly size: number; readonly lanes: readonly Lane[] } {
  const longest = columns.map(({ isNumber, heading }, lane) => (isNumber ? longestOf(heading, lines, lane) : []));
  const widthsAt = (size: number): (number | undefined)[] =>
    longest.map((texts) =>
      texts.length === 0 ? undefined : Math.max(...texts.map((text) => pen.widthOf(text, size))),
    );
  const numbersAt = (size: number): number => widthsAt(size).reduce((sum: number, width) => sum + (width ?? 0), 0);
  const isAllNumbers = columns.every(({ isNumber }) => isNumber);
  const size = SIZES.find((one) => numbersAt(one) <= pen.width * NUMBERS_MAX) ?? SIZES[2];
  const widths = isAllNumbers ? columns.map(() => undefined) : widthsAt(size);
  return { size, lanes: lanesOf(pen, columns, widths) };
}

/** Returns the texts that decide a number column's width: the longest cell, and the words of the heading. */
function longestOf(heading: string, lines: readonly Cells[], lane: number): string[] {
  let longest = '';
  for (const cells of lines) if ((cells[lane]?.length ?? 0) > longest.length) longest = cells[lane] ?? '';
  return [longest, ...heading.split(/\s|(?=（)/)];
}

/**
 * Places columns side by side. `widths` has the fixed widths. The other columns share the remaining width in proportion
 * to their `share`.
 */
export function lanesOf(
  { width }: Pick<Pen, 'width'>,
  columns: readonly Pick<Column, 'share' | 'isNumber'>[],
  widths: readonly (number | undefined)[] = [],
): Lane[] {
  const taken = widths.reduce((sum: number, one) => sum + (one ?? 0), 0) + GAP * (columns.length - 1);
  const shares = columns.reduce((sum, { share }, lane) => sum + (widths[lane] === undefined ? share : 0), 0);
  let x = MARGIN;
  return columns.map(({ share, isNumber }, index) => {
    const own = widths[index] ?? ((width - taken) * share) / shares;
    const lane = { x, width: own, align: isNumber ? ('end' as const) : ('start' as const) };
    x += own + GAP;
    return lane;
  });
}
