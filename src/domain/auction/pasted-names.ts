/**
 * One name of a list that was pasted from an email or a spreadsheet, with its optional quantity.
 *
 * Each line of the list holds one name, or several names separated by tabs, semicolons or commas. A quantity may follow
 * each name. The reader splits each line at one kind of separator only: at tabs if there are any, else at semicolons,
 * else at commas. It never splits text in quotation marks, because names may contain commas.
 */
export type PastedName = {
  /** The pasted text of the name and its quantity, so that the user can correct it. */
  readonly text: string;
  readonly name: string;
  /** The quantity. Null if none was given; 0, which is never valid, if the quantity could not be read. */
  readonly quantity: number | null;
};

/** Separators in order of precedence. A line is split at the first separator in this list that it contains. */
const CUTS = [/\t/, /[;；]/, /[,，、]/];
const CELL = { quoted: /"(?:[^"]|"")*"/, plain: /[^"]/ };

/**
 * Matches a cell that ends with a comma and a quantity. This comma separates the quantity from the name even if the
 * line is split at tabs or semicolons.
 */
const QUANTITY_BEHIND = /^(.*[^\d.,，'’\s]\.?)\s*[,，]\s*(\d[\d.,'’\s]*)$/;

/** Matches a quantity with grouped digits within one cell, such as 5,000. */
const GROUPED = /(?<![\d,])\d{1,3}(?:,\d{3})+(?!\d)/g;
/** Matches a company's registration number: digits that are too many for a quantity, or that begin with a zero. */
const IS_NUMBER = /^(?:0\d+|\d{10,})$/;
const isQuantity = (cell: string): boolean => /^[-+]?\d[\d.,'’\s]*$/.test(cell) && !IS_NUMBER.test(cell);

/**
 * Reads a pasted list. A company's name may contain commas. So if two neighboring cells together form a known name,
 * they become one name.
 */
export function readPasted(text: string, isKnown: (name: string) => boolean): PastedName[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const names: PastedName[] = [];
    const cells = cellsOf(line);
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at] ?? '';
      const pair = pairAt(cells, at);
      const before = names.at(-1);
      if (pair !== undefined && isKnown(pair) && !isKnown(cell)) {
        names.push({ text: `"${pair}"`, name: pair, quantity: null });
        at += 1;
      } else if (before?.quantity === null && isQuantity(cell)) {
        names[names.length - 1] = { ...before, text: `${before.text}\t${cell}`, quantity: numberOf(cell) };
      } else names.push({ text: cell, name: cell, quantity: null });
    }
    return names;
  });
}

/** Returns every name that a list may contain. The caller looks these names up before it calls `readPasted`. */
export const namesIn = (text: string): string[] => [
  ...new Set(
    text.split(/\r?\n/).flatMap((line) => {
      const cells = cellsOf(line);
      return cells.flatMap((cell, at) => [cell, pairAt(cells, at) ?? cell]);
    }),
  ),
];

const pairAt = (cells: readonly string[], at: number): string | undefined =>
  cells[at + 1] === undefined ? undefined : `${cells[at]}, ${cells[at + 1]}`;

function cellsOf(line: string): string[] {
  const cut = CUTS.find((sign) => sign.test(line.replaceAll(new RegExp(CELL.quoted, 'g'), ''))) ?? /\t/;
  const whole = cut === CUTS[2] ? line.replaceAll(GROUPED, (number) => number.replaceAll(',', '')) : line;
  const found =
    whole.match(new RegExp(`(?:${CELL.quoted.source}|(?!${cut.source})${CELL.plain.source}|")+`, 'g')) ?? [];
  const cells = found.flatMap((cell) => QUANTITY_BEHIND.exec(cell)?.slice(1) ?? [cell]);
  return cells.map((cell) => plain(cell.trim())).filter((cell) => /[\p{L}\p{N}]/u.test(cell));
}

const plain = (cell: string): string => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell);

const numberOf = (cell: string): number => {
  const digits = /^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(cell) ? cell.replaceAll(/\D/g, '') : cell;
  return Number(digits) || 0;
};
