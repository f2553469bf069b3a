import { TEMPLATE_TYPES, type TemplateType } from '#domain/template/template-type.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** The list of templates in the URL. */
export type TemplateSearch = ListSearch & { templateType?: TemplateType };

export function templateSearch(raw: Record<string, unknown>): TemplateSearch {
  const templateType = TEMPLATE_TYPES.find((one) => one === raw.templateType);
  return { ...listSearch(raw), ...(templateType && { templateType }) };
}

/** Which of its versions a template's page shows: the whole list, or one. */
export type VersionSearch = { versions?: 'all' | number };

export function versionSearch({ versions }: Record<string, unknown>): VersionSearch {
  const number = Number(versions);
  if (versions === 'all') return { versions };
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? { versions: number } : {};
}
