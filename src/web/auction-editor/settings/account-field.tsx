import type { FieldProps } from '#web/design/fields/field.ts';
import { SearchSelectField, type Choice } from '#web/design/fields/select-field.tsx';
import { listAccounts } from '#contract/company/company.ts';
import type { Language } from '#domain/basics/language.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { api } from '#web/platform/calls/api.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/calls/use-searched-choices.ts';

type Props = Omit<FieldProps<string | null>, 'isRequired'> & {
  /** The stored account, whose name is shown before any search. */
  present: Choice | undefined;
};

/** Returns a function that searches for active companies. Their names are in the reader's language. */
const findAccounts =
  (language: Language) =>
  async (search: string, signal: AbortSignal): Promise<Choice[]> => {
    const query = { status: 'Active', search, limit: SEARCHED_SHOWN, currentPage: 1 } as const;
    const { items } = await api(listAccounts, { query, signal });
    return items.map((account) => ({ value: account.id, label: companyNameIn(language, account) }));
  };

/** A field to search an Active business account by name: the owner of an auction or the seller of a sell order. */
export function AccountField({ present, ...field }: Props) {
  const language = useLanguage();
  const { choices, onSearch, onChoose, isFailed } = useSearchedChoices({
    key: ['accounts', 'Active', language],
    find: findAccounts(language),
    present,
    isOff: field.isDisabled,
  });
  return (
    <SearchSelectField
      {...field}
      placeholder="auction.searchAccount"
      isRequired
      choices={choices}
      onSearch={onSearch}
      isFailed={isFailed}
      onChange={(value) => {
        onChoose(value);
        field.onChange(value);
      }}
    />
  );
}
