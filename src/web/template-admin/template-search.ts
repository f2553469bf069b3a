import { TEMPLATE_TYPES } from '#domain/template/template-type.ts';
import { filteredSearch, wholeNumber } from '#web/design/lists/list-search.ts';

/** The state of the template list in the URL. */
export const templateSearch = filteredSearch({ templateType: TEMPLATE_TYPES });

/** The versions that a template's page shows: the whole list, or one. */
export type VersionSearch = { versions?: 'all' | number };

const versionNumber = wholeNumber(1, 1_000_000);

/** Reads the shown versions from the URL. Without the parameter, the page shows only the editor. */
export function versionSearch({ versions }: Record<string, unknown>): VersionSearch {
  const shown = versions === 'all' ? versions : versionNumber(versions);
  return shown === undefined ? {} : { versions: shown };
}
