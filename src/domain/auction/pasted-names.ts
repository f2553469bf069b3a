/**
 * Lists that people paste, from a mail or a spreadsheet: names one to a line, or set apart by tabs, semicolons or commas,
 * each perhaps with a quantity behind it. A line is cut at one kind of sign only, tabs before semicolons before commas,
 * and never inside quotation marks: names may hold commas.
 */
export type PastedName = {
  /** As it was pasted, quantity included, so that it can be put back to be corrected. */
  readonly text: string;
  readonly name: string;
  /** Null where none was given; 0, which is none either, where what was given can't be read. */
  readonly quantity: number | null;
};

/** What a line is cut at; the first that it holds counts. */
const CUTS = [/\t/, /[;；]/, /[,，、]/];
const CELL = { quoted: /"(?:[^"]|"")*"/, plain: /[^"]/ };

/** A quantity may stand behind a comma also where something else cuts the line. */
const QUANTITY_BEHIND = /^(.*[^\d.,，'’\s]\.?)\s*[,，]\s*(\d[\d.,'’\s]*)$/;

/** 5,000 and 5 000 are quantities of one cell. */
const GROUPED = /(?<![\d,])\d{1,3}(?:,\d{3})+(?!\d)/g;
/** Too long for a quantity, or begun with a zero: a company's registration number. */
const IS_NUMBER = /^(?:0\d+|\d{10,})$/;
const isQuantity = (cell: string): boolean => /^[-+]?\d[\d.,'’\s]*$/.test(cell) && !IS_NUMBER.test(cell);

/** A company's name may hold commas itself: two cells that make a known name together are one. */
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

/** Every name that a list may hold: what has to be looked up before it can be read. */
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
