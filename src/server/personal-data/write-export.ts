import type { Language } from '#domain/basics/language.ts';
import type { Person } from '#server/personal-data/person.ts';
import { readHeld } from '#server/personal-data/read-held.ts';
import type { Db } from '#server/platform/database/database.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Everything under headings in the person's language, with columns as the database has them: docs/personal-data.md explains them. */
export async function writeExport(
  db: Db,
  { person, language, nowMs }: { readonly person: Person; readonly language: Language; readonly nowMs: number },
): Promise<string> {
  const say = wordsIn(language);
  const held = await readHeld(db, person);
  const sections = [...held].map(([section, tables]) => ({
    section,
    title: say(`personalData.section.${section}`),
    about: say(`personalData.fate.${section}`),
    tables: Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
  }));
  const { userId, username } = person;
  return JSON.stringify({ exportedAt: new Date(nowMs).toISOString(), userId, username, sections }, null, 2);
}
