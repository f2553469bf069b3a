/** The table of permissions in the document. Its marks stand for answers, in the order of the requested objects. */
export type PermissionTable = { readonly marks: ReadonlyMap<string, string>; readonly rows: readonly string[] };

/** Matches the rows of the identity service. */
export const IDENTITY_CALLS = /^`[A-Z]+ \/(api|connect|\.well-known)\//;
/** Matches the rows of the auction API. */
export const AUCTION_CALLS = /^`[A-Z]+ \/(?!(api|connect|\.well-known)\/)/;

/**
 * Reads the rows of a document's tables. A row whose first cell is a single character explains a mark. All other rows
 * are about operations.
 */
export function readTable(markdown: string, which: RegExp): PermissionTable {
  const cells = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const marks = cells.filter(([mark = '', code = '']) => unquoted(mark).length === 1 && code.startsWith('`'));
  const rows = cells.filter(([name = '']) => which.test(name));
  return {
    marks: new Map(marks.map(([mark = '', code = '']) => [unquoted(code), unquoted(mark)])),
    rows: rows.map((row) => row.map(unquoted).join(' | ')),
  };
}

const unquoted = (cell: string): string => cell.replaceAll('`', '');

type TableLine<Who extends string> = {
  readonly name: string;
  readonly places: readonly string[];
  readonly codes: Readonly<Record<Who, readonly string[]>>;
};

/**
 * Returns a line in the document's format. If an answer has no mark, its code is written in full. So the line matches
 * no line of the document, and the test fails.
 */
export function written<Who extends string>(
  { name, places, codes }: TableLine<Who>,
  who: readonly Who[],
  marks: PermissionTable['marks'],
): string {
  const cells = who.map((one) => codes[one].map((code) => marks.get(code) ?? ` ${code} `).join(''));
  return [name, places.join(' '), ...cells].join(' | ');
}
