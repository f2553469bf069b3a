import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { EditedTexts } from '#server/platform/mail/message-texts.ts';

/** A version of the edited texts of a message. */
export type TextVersion = {
  readonly version: number;
  readonly texts: EditedTexts;
  readonly savedAt: Date;
  /** The username of the editor. */
  readonly savedBy: string | null;
};

export type TextRow = TextVersion & { readonly id: string };

/** Returns the edited texts of all messages. */
export async function readTextRows(db: Db): Promise<ReadonlyMap<string, TextRow>> {
  const { rows } = await sql<TextRow>`
    select message_text.id, version, texts, saved_at as "savedAt", username as "savedBy"
    from message_text left join app_user on app_user.id = saved_by`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const VERSIONS_SHOWN = 50;

/** Returns the newest versions of the texts of a message, the newest first. */
export async function readVersions(db: Db, id: string): Promise<TextVersion[]> {
  const { rows } = await sql<TextVersion>`
    select version, texts, saved_at as "savedAt", username as "savedBy"
    from message_text_version left join app_user on app_user.id = saved_by
    where message_text_version.id = ${id} order by version desc limit ${VERSIONS_SHOWN}`.execute(db);
  return rows;
}

/** Locks the texts of a message until the transaction ends, and returns them. Their version is 0 if nobody edited them. */
export async function lockTexts(db: Db, id: string): Promise<Pick<TextRow, 'version' | 'texts'>> {
  await sql`insert into message_text (id, version, texts) values (${id}, 0, '{"en": {}, "zh": {}}')
    on conflict do nothing`.execute(db);
  const { rows } = await sql<Pick<TextRow, 'version' | 'texts'>>`
    select version, texts from message_text where id = ${id} for update`.execute(db);
  return rows[0] ?? { version: 0, texts: { en: {}, zh: {} } };
}

type SavedTexts = {
  readonly id: string;
  readonly version: number;
  readonly texts: EditedTexts;
  readonly userId: string;
};

/** Stores a new version of the texts of a message. Messages that are queued from now on use it. */
export async function saveTexts(db: Db, { id, version, texts, userId }: SavedTexts): Promise<void> {
  const stored = JSON.stringify(texts);
  await sql`update message_text set version = ${version}, texts = ${stored}::jsonb, saved_by = ${userId}, saved_at = now()
    where id = ${id}`.execute(db);
  await sql`insert into message_text_version (id, version, texts, saved_by)
    values (${id}, ${version}, ${stored}::jsonb, ${userId})`.execute(db);
}
