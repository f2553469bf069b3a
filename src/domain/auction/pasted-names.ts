/**
 * One entry of a list pasted from a mail or a spreadsheet. Names are one per line, or separated by tabs, semicolons or
 * commas, each with an optional quantity after it. Each line is split at one kind of separator only: tabs before
 * semicolons before commas. Text in quotation marks is never split, because names may contain commas.
 */
export type PastedName = {
  /** The entry as it was pasted, quantity included, so that the user can correct it. */
  readonly text: string;
  readonly name: string;
  /** Null if no quantity was given; 0, which is not a valid quantity either, if it could not be read. */
  readonly quantity: number | null;
};

/** Separators of a line. The first one that the line contains is used. */
const CUTS = [/\t/, /[;；]/, /[,，、]/];
const CELL = { quoted: /"(?:[^"]|"")*"/, plain: /[^"]/ };

/** A quantity may follow a comma even if the line is split at another separator. */
const QUANTITY_BEHIND = /^(.*[^\d.,，'’\s]\.?)\s*[,，]\s*(\d[\d.,'’\s]*)$/;

/** 5,000 and 5 000 are quantities within one cell. */
const GROUPED = /(?<![\d,])\d{1,3}(?:,\d{3})+(?!\d)/g;
/** Too long for a quantity, or begins with a zero: this is a company's registration number. */
const IS_NUMBER = /^(?:0\d+|\d{10,})$/;
const isQuantity = (cell: string): boolean => /^[-+]?\d[\d.,'’\s]*$/.test(cell) && !IS_NUMBER.test(cell);

/**
 * Reads a pasted list. A company's name may itself contain commas, so two cells that together form a known name become
 * one name.
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

/** Returns every name that a list may contain. The caller looks these up before it reads the list. */
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
