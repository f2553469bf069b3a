import { sql } from 'kysely';
import {
  addFirstDocuments,
  createTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateContent,
  getTemplateContentAsAdmin,
  getTemplateVersion,
  listTemplates,
  listTemplateTypes,
  listTemplateVersions,
  updateTemplate,
  type SavedTemplate,
  type ReadDocument,
} from '#contract/template.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { inForce } from '#domain/template/in-force.ts';
import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import { acceptanceOperations } from '#server/template/acceptances.ts';
import {
  contentPresenter,
  presentContents,
  presentTemplateSummary,
  presentTemplate,
  presentVersion,
  filesOf,
  findFacts,
  findTemplates,
  findVersions,
  requireTemplate,
  otherThan,
  findContents,
  type TemplateParts,
} from '#server/template/template-rows.ts';
import {
  createTemplate as create,
  deleteTemplate as remove,
  updateTemplate as update,
  type Saved,
} from '#server/template/save-template.ts';
import { templateFileOperations } from '#server/template/file-operations.ts';
import type { TemplateAudience } from '#domain/template/template.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { documentNameIn, insertFirstDocuments, type Platform } from '#server/template/first-documents.ts';

/** Operations by which admins edit documents and readers get them. */
export const templateOperations = (parts: TemplateParts, platform: () => Platform): Operation[] => [
  ...editOperations(parts),
  operation(addFirstDocuments, async ({ db, caller }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first documents', 0))`.execute(db);
    const deps = { files: parts.files, platform: platform(), userId: caller.userId, hasDraftPolicies: true };
    return { added: await insertFirstDocuments(db, deps) };
  }),
  ...versionOperations(parts),
  ...templateFileOperations(parts),
  ...acceptanceOperations(parts),
  operation(getTemplateContent, (call) => readContent(parts, call, ['Everyone'])),
  operation(getTemplateContentAsAdmin, (call) => readContent(parts, call, ['Everyone', 'Admins'])),
];

const idsInForce = async (db: Db): Promise<Set<string>> =>
  new Set(inForce(await findFacts(db)).map(({ templateId }) => templateId));

function editOperations(parts: TemplateParts): Operation[] {
  const present = async (db: Db, id: string, nowMs: number) =>
    presentTemplate({ db, parts, nowMs }, await requireTemplate(db, id), await idsInForce(db));
  const presentSaved = async (db: Db, { id, cut }: Saved, nowMs: number): Promise<SavedTemplate> => ({
    ...(await present(db, id, nowMs)),
    cut,
  });
  return [
    operation(listTemplateTypes, async () => [...TEMPLATE_TYPES]),
    operation(listTemplates, async ({ db, query }) => {
      const wish = { pattern: containing(query.search.trim()), templateType: query.templateType };
      const { rows, total } = await findTemplates(db, wish, { limit: query.limit, offset: offsetOf(query) });
      const shown = await idsInForce(db);
      return pageOf(
        rows.map((row) => presentTemplateSummary(row, shown)),
        total,
        query,
      );
    }),
    operation(getTemplate, ({ db, params, nowMs }) => present(db, params.id, nowMs)),
    operation(createTemplate, async ({ db, body, caller, nowMs }) =>
      presentSaved(db, await create(db, caller.userId, body), nowMs),
    ),
    operation(updateTemplate, async ({ db, params, body, caller, nowMs }) =>
      presentSaved(db, await update(db, { id: params.id, userId: caller.userId }, body), nowMs),
    ),
    operation(deleteTemplate, async ({ db, params }) => {
      await remove(db, params.id);
      return {};
    }),
  ];
}

const versionOperations = (parts: TemplateParts): Operation[] => [
  operation(listTemplateVersions, async ({ db, params, query }) => {
    await requireTemplate(db, params.id);
    const { rows, total } = await findVersions(db, params.id, { limit: query.limit, offset: offsetOf(query) });
    return pageOf(rows, total, query);
  }),
  operation(getTemplateVersion, async ({ db, params, nowMs }) => {
    const row = await requireTemplate(db, params.id, params.version);
    return { ...presentVersion(row), contents: await presentContents({ db, parts, nowMs }, row.contents) };
  }),
];

type ContentCall = Pick<Call<typeof getTemplateContent>, 'db' | 'query' | 'nowMs' | 'language'>;

/**
 * Returns the documents of a type for a reader. Each is in the reader's language if available, else in the other
 * language.
 */
async function readContent(
  parts: TemplateParts,
  { db, query, nowMs, language }: ContentCall,
  audiences: readonly TemplateAudience[],
): Promise<ReadDocument[]> {
  const shown = inForce(await findFacts(db)).filter(
    ({ templateType, audience }) => templateType === query.templateType && audiences.includes(audience),
  );
  // Documents for other readers get the same answer as missing ones.
  if (shown.length === 0) throw new Refused('template_not_found');
  const contents = await findContents(db, shown);
  const show = contentPresenter(parts, nowMs, await filesOf(db, [...contents.values()]));
  return shown.map((facts) => {
    const all = contents.get(facts.templateId);
    const wanted = baseLanguageOf(language);
    const own = all?.[wanted];
    const content = own ?? all?.[otherThan(wanted)];
    if (!content) throw new Error('the version has no contents');
    return {
      templateId: facts.templateId,
      version: facts.version,
      templateType: facts.templateType,
      documentName: documentNameIn(language, facts.documentName),
      updatedTime: new Date(facts.updatedAtMs).toISOString(),
      language: own ? wanted : otherThan(wanted),
      isInReadersLanguage: Boolean(own) && wanted === language,
      content: show(content),
    };
  });
}
