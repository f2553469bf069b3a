import { sql, type RawBuilder } from 'kysely';
import type { UsedLine } from '#server/import/stored-imports.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The tables whose rows an import of companies writes itself. They go together with the account. */
const WRITTEN = ['account_change', 'account_member'];

/** Returns the columns that refer to accounts, in all tables, so that a new table cannot be left out. */
async function findReferences(db: Db): Promise<readonly { readonly place: string; readonly column: string }[]> {
  const { rows } = await sql<{ place: string; column: string }>`
    select c.relname as place, a.attname as column
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'account'::regclass and c.relname <> all(${WRITTEN}::text[])
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * Locks the accounts of an import, and returns the first line whose account is used: it was changed, or something
 * refers to it. Nothing can refer to a locked account before the transaction ends.
 */
export async function findUsedAccount(db: Db, lines: RawBuilder<unknown>): Promise<UsedLine | undefined> {
  await sql`select id from account where id in (select row_id from ${lines} l) order by id for update`.execute(db);
  const references = (await findReferences(db)).map(
    ({ place, column }) => sql`l.row_id in (select ${sql.ref(column)} from ${sql.table(place)})`,
  );
  const isUsed = sql.join(
    [
      sql`a.version > 1`,
      sql`l.row_id in (select account_id from account_change where kind <> 'approved')`,
      ...references,
    ],
    sql` or `,
  );
  const { rows } = await sql<UsedLine>`
    select l.line, a.company_name as name from ${lines} l join account a on a.id = l.row_id
    where ${isUsed} order by l.line limit 1`.execute(db);
  return rows[0];
}
