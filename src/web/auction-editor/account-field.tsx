import type { FieldProps } from '#web/design/field.ts';
import { SearchSelectField, type Choice } from '#web/design/select-field.tsx';
import { listAccounts } from '#contract/company.ts';
import { api } from '#web/platform/api.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/use-searched-choices.ts';

type Props = Omit<FieldProps<string | null>, 'isRequired'> & {
  /** The stored one, whose name is known before anything was searched. */
  present: Choice | undefined;
};

async function findAccounts(search: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { status: 'Active', search, limit: SEARCHED_SHOWN, currentPage: 1 } as const;
  const { items } = await api(listAccounts, { query, signal });
  return items.map(({ id, companyName }) => ({ value: id, label: companyName }));
}

/** An Active business account, searched by name: the owner of an auction, the seller of a sell order. */
export function AccountField({ present, ...field }: Props) {
  const { choices, onSearch, onChoose, isFailed } = useSearchedChoices({
    key: ['accounts', 'Active'],
    find: findAccounts,
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
