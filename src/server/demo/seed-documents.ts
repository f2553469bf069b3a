import { FOUNDER } from '#server/demo/cast.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { keepAcceptances } from '#server/template/acceptances.ts';
import { insertFirstDocuments, type Platform } from '#server/template/first-documents.ts';

export type DemoDocuments = { readonly files: FileStore; readonly platform: Platform };

/** Who has not accepted the terms yet, so that being asked for it can be seen. */
const TO_BE_ASKED: readonly string[] = ['seller', FOUNDER];

/** The guides, terms and privacy notice that a platform begins with; bots bid on terms that they have accepted. */
export async function seedDocuments(db: Db, documents: DemoDocuments): Promise<void> {
  const { id: userId } = await db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  await insertFirstDocuments(db, { ...documents, userId });
  const terms = await db
    .selectFrom('template')
    .select(['id as templateId', 'version'])
    .where('template_type', '=', 'TermsAndConditions')
    .execute();
  const people = await db
    .selectFrom('app_user')
    .select('id')
    .where('auction_user_role', '=', 'User')
    .where('username', 'not in', TO_BE_ASKED)
    .execute();
  for (const { id } of people) await keepAcceptances(db, id, terms);
}
