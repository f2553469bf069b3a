import type { Language } from '#domain/basics/language.ts';
import { inForce } from '#domain/template/in-force.ts';
import type { Db } from '#server/platform/database/database.ts';
import { documentNameIn } from '#server/template/first-documents.ts';
import { findFacts } from '#server/template/template-rows.ts';

/** Returns the guides that everybody reads, with their names in a language. */
export const findGuides = async (db: Db, language: Language): Promise<{ id: string; name: string }[]> =>
  inForce(await findFacts(db))
    .filter(({ templateType, audience }) => templateType === 'UserGuide' && audience === 'Everyone')
    .map(({ templateId, documentName }) => ({ id: templateId, name: documentNameIn(language, documentName) }));
