import { sql } from 'kysely';
import { PERSONAL_SECTIONS, type PersonalSection } from '#domain/access/personal-data.ts';
import { HELD, type Held } from '#server/personal-data/held.ts';
import type { Person } from '#server/personal-data/person.ts';
import type { Db } from '#server/platform/database/database.ts';

type HeldRows = { readonly table: string; readonly rows: readonly Readonly<Record<string, unknown>>[] };

/** All that is held about a person, by section and table; tables that hold nothing are named all the same. */
export async function readHeld(db: Db, person: Person): Promise<ReadonlyMap<PersonalSection, readonly HeldRows[]>> {
  const found = new Map<PersonalSection, HeldRows[]>(PERSONAL_SECTIONS.map((section) => [section, []]));
  for (const held of HELD) found.get(held.section)?.push({ table: held.table, rows: await readRows(db, held, person) });
  return found;
}

/** How many rows each section has. */
export async function countHeld(db: Db, person: Person): Promise<ReadonlyMap<PersonalSection, number>> {
  const counts = HELD.map(
    ({ section, table, whose }) =>
      sql`select ${section} as section, count(*)::int as rows from ${sql.table(table)} where ${whose(person)}`,
  );
  const { rows } = await sql<{ section: PersonalSection; rows: number }>`
    select section, sum(rows)::int as rows from (${sql.join(counts, sql` union all `)}) counted group by section`.execute(
    db,
  );
  return new Map(rows.map(({ section, rows: count }) => [section, count]));
}

async function readRows(db: Db, { table, columns, also = {}, whose }: Held, person: Person) {
  const more = Object.entries(typeof also === 'function' ? also(person) : also);
  const selected = [
    ...columns.map((column) => sql.ref(column)),
    ...more.map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ];
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(selected)} from ${sql.table(table)} where ${whose(person)} order by 1, 2`.execute(db);
  return rows;
}
