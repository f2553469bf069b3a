import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { StoredImport } from '#contract/import/import.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';

type ImportRow = Selectable<Tables['table_import']>;

/** The imports of one kind: of companies, or of the beneficiaries of a company. */
export type ImportScope = Pick<ImportRow, 'kind' | 'account_id'>;

type NewImport = ImportScope & { readonly userId: string; readonly fileName: string };
type NewLine = { readonly line: number; readonly rowId: string; readonly content?: string };

/** The number of rows that one statement writes. A longer statement could exceed the time limit of statements. */
const ROWS_AT_ONCE = 1_000;

/** Calls `write` with parts of a list, one after the other. */
export async function inParts<Row>(
  rows: readonly Row[],
  write: (part: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await write(rows.slice(from, from + ROWS_AT_ONCE));
}

/** Stores which row each line of a file wrote. Call it in the transaction that writes the rows. */
export async function storeImport(
  db: Db,
  { userId, fileName, ...scope }: NewImport,
  lines: readonly NewLine[],
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('table_import')
    .values({ id, ...scope, file_name: fileName, lines: lines.length, created_by: userId })
    .execute();
  await inParts(lines, (part) =>
    sql`insert into table_import_line (import_id, line, row_id, content)
        select ${id}, * from unnest(${part.map(({ line }) => line)}::integer[],
          ${part.map(({ rowId }) => rowId)}::uuid[], ${part.map(({ content = '' }) => content)}::text[])`.execute(db),
  );
  return id;
}

/** SQL: the condition of the imports of a scope. */
const within = ({ kind, account_id }: ImportScope): RawBuilder<unknown> =>
  sql`i.kind = ${kind} and ${account_id === null ? sql`i.account_id is null` : sql`i.account_id = ${account_id}`}`;

/** Returns a page of the imports, the newest first. */
export async function listImports(
  db: Db,
  scope: ImportScope,
  query: { readonly currentPage: number; readonly limit: number },
) {
  const which = sql`from table_import i join app_user u on u.id = i.created_by where ${within(scope)}`;
  const { rows } = await sql<StoredImport>`
    select i.id, i.file_name as "fileName", i.lines, u.username, ${isoTime('i.created_at')} as "createdAt",
           ${isoTime('i.undone_at')} as "undoneAt"
    ${which} order by i.created_at desc, i.id limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return pageOf(rows, await countRows(db, which), query);
}

/** SQL: the lines of an import, as `line`, `row_id` and `content`. */
export const linesOf = (importId: string): RawBuilder<unknown> =>
  sql`(select line, row_id, content from table_import_line where import_id = ${importId})`;

/** A line whose row is used, with the row's name. */
export type UsedLine = { readonly line: number; readonly name: string };

type Undo = {
  readonly id: string;
  readonly scope: ImportScope;
  readonly userId: string;
  /** Returns the first line whose row has been used since the import. */
  readonly findUsed: (db: Db, importedAt: Date) => Promise<UsedLine | undefined>;
  /** Deletes rows by their ids. Those that somebody deleted before are gone. */
  readonly remove: (db: Db, ids: readonly string[]) => Promise<unknown>;
};

/**
 * Deletes the rows of an import, all or none.
 * @throws Refused not_found, import_undone, or import_used with the first line whose row is used
 */
export async function undoImport(db: Db, { id, scope, userId, findUsed, remove }: Undo): Promise<void> {
  const { rows } = await sql<Pick<ImportRow, 'created_at' | 'undone_at'>>`
    select created_at, undone_at from table_import i where id = ${id} and ${within(scope)} for update`.execute(db);
  const [row] = rows;
  if (!row) throw new Refused('not_found');
  if (row.undone_at) throw new Refused('import_undone');
  const used = await findUsed(db, row.created_at);
  if (used) throw new Refused('import_used', used);
  const written = await sql<{ row_id: string }>`select row_id from ${linesOf(id)} l`.execute(db);
  const ids = written.rows.map((line) => line.row_id);
  await inParts(ids, (part) => remove(db, part));
  await sql`update table_import set undone_at = clock_timestamp(), undone_by = ${userId} where id = ${id}`.execute(db);
}
