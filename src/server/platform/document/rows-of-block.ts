import { fitColumns, lanesOf, type Lane } from '#server/platform/document/lanes.ts';
import type { Block, Cells, Fact, Table } from '#server/platform/document/document.ts';
import { INK, MARGIN, QUIET, RULE, type Pen, type Style, type Tag } from '#server/platform/document/pen.ts';
import type { Row } from '#server/platform/document/paginate.ts';

/** A row that can be drawn; `y` is its top. */
export type DrawnRow = Row & {
  readonly heading?: { readonly height: number; drawAgain(y: number): void };
  draw(y: number): void;
};

const TEXTS = {
  title: { style: { weight: 'bold', size: 18, color: INK }, tag: 'H1', above: 0, below: 8 },
  heading: { style: { weight: 'bold', size: 11.5, color: INK }, tag: 'H2', above: 14, below: 4 },
  paragraph: { style: { weight: 'regular', size: 9.5, color: INK }, tag: 'P', above: 0, below: 6 },
  strong: { style: { weight: 'bold', size: 9.5, color: INK }, tag: 'P', above: 0, below: 6 },
  link: { style: { weight: 'regular', size: 9.5, color: '#1a56b0' }, tag: 'Link', above: 0, below: 6 },
  small: { style: { weight: 'regular', size: 8, color: QUIET }, tag: 'P', above: 4, below: 2 },
} as const;

/** Returns the rows of a block, measured and ready to be drawn. */
export function rowsOfBlock(pen: Pen, block: Block): DrawnRow[] {
  switch (block.kind) {
    case 'facts':
      return rowsOfFacts(pen, block.rows);
    case 'table':
      return rowsOfTable(pen, block);
    case 'heading':
    case 'paragraph':
    case 'strong':
    case 'small':
    case 'link':
      return [rowOfText(pen, block.kind, block.text)];
  }
}

/** Returns the row of a title, heading or other text across the whole width of the page. */
export function rowOfText(pen: Pen, kind: keyof typeof TEXTS, text: string): DrawnRow {
  const { style, tag, above, below } = TEXTS[kind];
  const { width } = pen;
  return {
    height: above + pen.measure(text, style, width) + below,
    keepsNext: tag === 'H1' || tag === 'H2',
    draw: (y) => {
      const link = tag === 'Link' ? text : undefined;
      const box = { x: MARGIN, y: y + above, width, link };
      pen.root.add(pen.doc.struct(tag, {}, () => pen.write(text, style, box)));
    },
  };
}

const PADDING = 3.2;
/** Maximum height of a cell, in points. Normal cells need much less. Longer text is cut off with an ellipsis. */
const CELL_MAX = 300;
const CELL: Style = { weight: 'regular', size: 8.5, color: INK };
const STRESSED: Style = { ...CELL, weight: 'bold' };
const LABEL: Style = { ...CELL, color: QUIET };

type Line = {
  readonly cells: Cells;
  readonly styles: (lane: number) => Style;
  readonly tag: (lane: number) => CellTag;
};
type CellTag = { readonly name: 'TH' | 'TD'; readonly scope?: 'Column' | 'Row' };

const DATA: CellTag = { name: 'TD' };
const COLUMN_HEAD: CellTag = { name: 'TH', scope: 'Column' };
const ROW_HEAD: CellTag = { name: 'TH', scope: 'Row' };

/** Returns the options of a tag. The library accepts a scope, but its types do not have it. */
const optionsOf = (scope: CellTag['scope']): object => (scope ? { scope } : {});

/**
 * Maximum number of rows in a table whose cells are tagged. If a table has more rows, each row is tagged as one
 * paragraph. Tags for every cell would make the file ten times larger.
 */
const TAGGED_ROWS_MAX = 2_000;

/**
 * Returns functions that draw the rows of one table. Each row is tagged as a table row, or as a paragraph if `isLong`.
 * A thin horizontal line is drawn below each row.
 */
function linesIn(pen: Pen, lanes: readonly Lane[], isLong = false) {
  const { doc } = pen;
  let table: Tag | undefined;
  const openTable = (): Tag => {
    const opened = doc.struct('Table');
    pen.root.add(opened);
    return opened;
  };
  const heightOf = ({ cells, styles }: Line): number =>
    Math.max(
      ...lanes.map(({ width }, lane) => Math.min(CELL_MAX, pen.measure(cells[lane] ?? '', styles(lane), width))),
    ) +
    2 * PADDING;
  const writeCell = ({ cells, styles }: Line, lane: number, y: number): void => {
    const box = lanes[lane];
    if (box) pen.write(cells[lane] ?? '', styles(lane), { ...box, y: y + PADDING, height: CELL_MAX });
  };
  const rule = (y: number, color: string): void => {
    doc.moveTo(MARGIN, y).lineTo(MARGIN + pen.width, y);
    doc.lineWidth(0.6).stroke(color);
  };
  const drawTagged = (line: Line, y: number): void => {
    table ??= openTable();
    const row = doc.struct('TR');
    table.add(row);
    for (const lane of lanes.keys()) {
      const { name, scope } = line.tag(lane);
      const cell = doc.struct(name, optionsOf(scope));
      row.add(cell);
      cell.add(() => writeCell(line, lane, y)).end();
    }
    row.end();
  };
  const drawSpoken = (line: Line, y: number): void => {
    const write = () => lanes.forEach((_, lane) => writeCell(line, lane, y));
    pen.root.add(doc.struct('P', {}, write));
  };
  const write = isLong ? drawSpoken : drawTagged;
  return {
    row(line: Line, color: string = RULE): DrawnRow {
      const height = heightOf(line);
      const draw = (y: number): void => {
        write(line, y);
        pen.aside(() => rule(y + height, color));
      };
      return { height, keepsNext: false, draw };
    },
    /** Draws the headings again, without tags, because screen readers have already read them. */
    again(line: Line, y: number, color: string): void {
      pen.aside(() => {
        for (const lane of lanes.keys()) writeCell(line, lane, y);
        rule(y + heightOf(line), color);
      });
    },
    close: () => table?.end(),
  };
}

function rowsOfFacts(pen: Pen, facts: readonly Fact[]): DrawnRow[] {
  const lines = linesIn(pen, lanesOf(pen, [{ share: 3 }, { share: 7 }]));
  const rows = facts.map((cells) =>
    lines.row({
      cells,
      styles: (lane) => (lane === 0 ? LABEL : CELL),
      tag: (lane) => (lane === 0 ? ROW_HEAD : DATA),
    }),
  );
  return closed(rows, lines.close);
}

function rowsOfTable(pen: Pen, { columns, rows, totals = [] }: Table): DrawnRow[] {
  const all = [...rows];
  const { size, lanes } = fitColumns(pen, columns, [...all, ...totals]);
  const [cell, stressed] = [() => ({ ...CELL, size }), () => ({ ...STRESSED, size })];
  const lines = linesIn(pen, lanes, all.length > TAGGED_ROWS_MAX);
  const line: Line = { cells: columns.map((column) => column.heading), styles: stressed, tag: () => COLUMN_HEAD };
  const headings = { ...lines.row(line, INK), keepsNext: true };
  const heading = { height: headings.height, drawAgain: (y: number) => lines.again(line, y, INK) };
  const drawn: DrawnRow[] = [headings];
  for (const cells of all) drawn.push({ ...lines.row({ cells, styles: cell, tag: () => DATA }), heading });
  for (const [index, cells] of totals.entries()) {
    const total = lines.row({ cells, styles: stressed, tag: () => DATA }, INK);
    drawn.push({ ...total, keepsNext: index < totals.length - 1, heading });
  }
  return closed(drawn, lines.close);
}

const BELOW = 6;

/** Returns the rows of a table with some space below. Drawing the last row also closes the table's tag. */
function closed(rows: readonly DrawnRow[], close: () => void): DrawnRow[] {
  const last = rows.at(-1);
  if (!last) return [];
  const draw = (y: number): void => {
    last.draw(y);
    close();
  };
  return [...rows.slice(0, -1), { ...last, height: last.height + BELOW, draw }];
}
