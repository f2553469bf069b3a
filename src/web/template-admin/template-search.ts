import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';
import { filteredSearch, wholeNumber } from '#web/design/lists/list-search.ts';

/** The list of templates in the URL. */
export const templateSearch = filteredSearch({ templateType: TEMPLATE_TYPES });

/** Which of its versions a template's page shows: the whole list, or one. */
export type VersionSearch = { versions?: 'all' | number };

const versionNumber = wholeNumber(1, 1_000_000);

export function versionSearch({ versions }: Record<string, unknown>): VersionSearch {
  const shown = versions === 'all' ? versions : versionNumber(versions);
  return shown === undefined ? {} : { versions: shown };
}
