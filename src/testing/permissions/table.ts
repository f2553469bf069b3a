import type { Line } from '#testing/permissions/matrix.ts';
import { WHO } from '#testing/permissions/stage.ts';

/** The table of permissions as people read it: a mark for each answer, in the order of what is asked for. */
export type PermissionTable = { readonly marks: ReadonlyMap<string, string>; readonly rows: readonly string[] };

/** Rows of the file's tables; the first column says which table: a mark of one sign, or an operation. */
export function readTable(markdown: string): PermissionTable {
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
  const rows = cells.filter(([name = '']) => /^`(GET|POST|PUT|DELETE) /.test(name));
  return {
    marks: new Map(marks.map(([mark = '', code = '']) => [unquoted(code), unquoted(mark)])),
    rows: rows.map((row) => row.map(unquoted).join(' | ')),
  };
}

const unquoted = (cell: string): string => cell.replaceAll('`', '');

/** A line as the file would have it; an answer without a mark is written out, so that it stands nowhere. */
export function written({ name, places, codes }: Line, marks: PermissionTable['marks']): string {
  const cells = WHO.map((who) => codes[who].map((code) => marks.get(code) ?? ` ${code} `).join(''));
  return [name, places.join(' '), ...cells].join(' | ');
}
