import { countryNameIn } from '#contract/basics/country-name.ts';
import type { Language } from '#domain/basics/language.ts';
import { BENEFICIARY_COLUMNS } from '#domain/import/beneficiary-columns.ts';
import { DEVICE_COLUMNS, LOT_COLUMNS } from '#domain/import/certificate-columns.ts';
import { COMPANY_COLUMNS } from '#domain/import/company-columns.ts';
import { comparable, type ImportColumn, type ImportKind } from '#domain/import/import-table.ts';
import { AUCTION_ITEM_COLUMNS, SELL_ORDER_ITEM_COLUMNS } from '#domain/import/item-columns.ts';
import { BIDDER_COLUMNS, BUYER_COLUMNS } from '#domain/import/participant-columns.ts';
import type { ReadColumn } from '#domain/import/read-lines.ts';
import { knownLanguages, wordsIn } from '#server/platform/http/words.ts';

/** The columns of each kind of file, in the order of its template. */
export const IMPORT_COLUMNS = {
  companies: COMPANY_COLUMNS,
  beneficiaries: BENEFICIARY_COLUMNS,
  auctionItems: AUCTION_ITEM_COLUMNS,
  sellOrderItems: SELL_ORDER_ITEM_COLUMNS,
  bidders: BIDDER_COLUMNS,
  buyers: BUYER_COLUMNS,
  devices: DEVICE_COLUMNS,
  lots: LOT_COLUMNS,
} as const satisfies Record<ImportKind, readonly ImportColumn[]>;

export type FieldOf<Kind extends ImportKind> = (typeof IMPORT_COLUMNS)[Kind][number]['field'];

/** Returns the word of a choice in a language. */
function wordOf(language: Language, words: string, choice: string): string {
  if (words === 'region') return countryNameIn(language, choice);
  return phrase(language, `${words}${choice}`);
}

/** The keys of headings and choices are texts of the domain. A test looks up every one of them. */
const phrase = (language: Language, key: string): string =>
  (wordsIn(language) as unknown as (name: string) => string)(key);

/** Returns the heading of a column in a language. */
export const headingIn = (language: Language, { heading }: ImportColumn): string => phrase(language, heading);

/** The words of choices that are settings of the platform, with their codes, by field. Words are as `comparable` returns. */
export type ChoiceWords = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** Returns the columns of a kind as they are searched in a file: in the caller's language first, and in all others. */
export function searchedColumns<Kind extends ImportKind>(
  kind: Kind,
  language: Language,
  words: ChoiceWords = {},
): ReadColumn<FieldOf<Kind>>[] {
  const languages = [language, ...knownLanguages().filter((one) => one !== language)];
  return (IMPORT_COLUMNS[kind] as readonly ImportColumn<FieldOf<Kind>>[]).map((column) => ({
    field: column.field,
    names: languages.map((one) => headingIn(one, column)),
    isRequired: column.isRequired ?? false,
    form: column.form,
    choices: words[column.field] ?? (column.choices && choicesOf(column.choices, column.words)),
  }));
}

function choicesOf(choices: readonly string[], words: string | undefined): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const choice of choices) {
    known.set(comparable(choice), choice);
    if (words !== undefined)
      for (const language of knownLanguages()) known.set(comparable(wordOf(language, words, choice)), choice);
  }
  return known;
}
