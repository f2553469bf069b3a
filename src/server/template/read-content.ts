import type { getTemplateContent, ReadDocument } from '#contract/template.ts';
import { inForce } from '#domain/template/in-force.ts';
import type { TemplateAudience } from '#domain/template/template.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { documentNameIn } from '#server/template/first-documents.ts';
import { contentPresenter } from '#server/template/present-template.ts';
import { otherThan, type TemplateParts } from '#server/template/template-parts.ts';
import { filesOf, findContents, findFacts } from '#server/template/template-rows.ts';

type ContentCall = Pick<Call<typeof getTemplateContent>, 'db' | 'query' | 'nowMs' | 'language'>;

/** What a reader is shown of a type: in its language where there is one, else in the other. */
export async function readContent(
  parts: TemplateParts,
  { db, query, nowMs, language }: ContentCall,
  audiences: readonly TemplateAudience[],
): Promise<ReadDocument[]> {
  const shown = inForce(await findFacts(db)).filter(
    ({ templateType, audience }) => templateType === query.templateType && audiences.includes(audience),
  );
  // What is for others answers like what isn't there.
  if (shown.length === 0) throw new Refused('template_not_found');
  const contents = await findContents(db, shown);
  const show = contentPresenter(parts, nowMs, await filesOf(db, [...contents.values()]));
  return shown.map((facts) => {
    const all = contents.get(facts.templateId);
    const own = all?.[language];
    const content = own ?? all?.[otherThan(language)];
    if (!content) throw new Error('a version without contents');
    return {
      templateId: facts.templateId,
      version: facts.version,
      templateType: facts.templateType,
      documentName: documentNameIn(language, facts.documentName),
      updatedTime: new Date(facts.updatedAtMs).toISOString(),
      language: own ? language : otherThan(language),
      isInReadersLanguage: Boolean(own),
      content: show(content),
    };
  });
}
