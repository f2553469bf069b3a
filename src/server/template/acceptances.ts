import { sql } from 'kysely';
import {
  acceptTemplates,
  getAcceptedTemplate,
  listAcceptances,
  type Acceptances,
  type AcceptedTemplate,
} from '#contract/template-acceptance.ts';
import type { Language } from '#domain/basics/language.ts';
import { judgeAcceptance, toAccept } from '#domain/template/in-force.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { documentNameIn } from '#server/template/first-documents.ts';
import { presentContents, findFacts, requireTemplate, type TemplateParts } from '#server/template/template-rows.ts';

/** Operations about the policies that a user has accepted or still has to accept. */
export const acceptanceOperations = (parts: TemplateParts): Operation[] => [
  operation(listAcceptances, ({ db, caller, language }) => readAcceptances(db, caller.userId, language)),
  operation(acceptTemplates, async ({ db, body, caller, language }) => {
    await refuseOldPolicies(db, body.templates);
    await storeAcceptances(db, caller.userId, body.templates);
    return readAcceptances(db, caller.userId, language);
  }),
  operation(getAcceptedTemplate, async ({ db, params, caller, nowMs, language }) => {
    const accepted = (await findAcceptances(db, caller.userId)).find(
      ({ templateId, version }) => templateId === params.id && version === params.version,
    );
    if (!accepted) throw new Refused('not_found');
    const { contents } = await requireTemplate(db, params.id, params.version);
    return { ...namedIn(language)(accepted), contents: await presentContents({ db, parts, nowMs }, contents) };
  }),
];

const namedIn =
  (language: Language) =>
  <Policy extends { readonly documentName: string }>(policy: Policy): Policy => ({
    ...policy,
    documentName: documentNameIn(language, policy.documentName),
  });

async function readAcceptances(db: Db, userId: string, language: Language): Promise<Acceptances> {
  const accepted = await findAcceptances(db, userId);
  const missing = toAccept(await findFacts(db), accepted);
  return {
    toAccept: missing.map(({ templateId, version, templateType, documentName }) =>
      namedIn(language)({ templateId, version, templateType, documentName }),
    ),
    accepted: accepted.map(namedIn(language)),
  };
}

async function findAcceptances(db: Db, userId: string): Promise<Acceptances['accepted']> {
  const { rows } = await sql<Acceptances['accepted'][number]>`
    select a.template_id as "templateId", a.version, t.template_type as "templateType",
      v.document_name as "documentName", ${isoTime('a.accepted_at')} as "acceptedTime"
    from template_acceptance a
    join template t on t.id = a.template_id
    join template_version v on v.template_id = a.template_id and v.version = a.version
    where a.user_id = ${userId} order by a.accepted_at desc, t.template_type, a.version desc`.execute(db);
  return rows;
}

/** Refuses acceptances of policies that are not in force, or that changed after the user read them. */
export async function refuseOldPolicies(db: Db, accepted: readonly AcceptedTemplate[]): Promise<void> {
  if (accepted.length === 0) return;
  const templates = await findFacts(db);
  for (const one of accepted) {
    const refused = judgeAcceptance(templates, one);
    if (refused) throw new Refused(refused);
  }
}

/** Stores the acceptances of a user. A repeated acceptance keeps the time of the first one. */
export async function storeAcceptances(
  db: Db,
  userId: string,
  accepted: readonly AcceptedTemplate[],
  at?: Date,
): Promise<void> {
  for (const { templateId, version } of accepted) {
    const row = { user_id: userId, template_id: templateId, version, ...(at && { accepted_at: at }) };
    await db
      .insertInto('template_acceptance')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Returns whether a user accepted the current contents of the terms in force. Also true if no terms are in force. */
export async function hasAcceptedTerms(db: Db, userId: string): Promise<boolean> {
  const templates = await findFacts(db);
  return toAccept(templates, []).length === 0 || toAccept(templates, await findAcceptances(db, userId)).length === 0;
}
