import type { AuctionType } from '#domain/auction/direction.ts';
import type { FieldProps } from '#web/design/field.ts';
import { SearchSelectField, type Choice } from '#web/design/select-field.tsx';
import { listAccounts } from '#contract/company.ts';
import { api } from '#web/platform/api.ts';
import { SEARCHED_SHOWN, useSearchedChoices } from '#web/platform/use-searched-choices.ts';

type Props = Pick<FieldProps<string | null>, 'value' | 'onChange' | 'onBlur' | 'refusal' | 'isDisabled'> & {
  /** The stored owner, whose name is known before anything was searched. */
  present: Choice | undefined;
  auctionType: AuctionType;
  disabledReason?: FieldProps<string | null>['disabledReason'];
};

async function findAccounts(search: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { status: 'Active', search, limit: SEARCHED_SHOWN, currentPage: 1 } as const;
  const { items } = await api(listAccounts, { query, signal });
  return items.map(({ id, companyName }) => ({ value: id, label: companyName }));
}

/** The auction's owner: an Active business account, searched by name. */
export function OwnerField({ present, auctionType, ...field }: Props) {
  const { choices, onSearch, onChoose } = useSearchedChoices({
    key: ['accounts', 'Active'],
    find: findAccounts,
    present,
    isOff: field.isDisabled,
  });
  return (
    <SearchSelectField
      {...field}
      label="auction.owner"
      help={`direction.${auctionType}.ownerHelp`}
      placeholder="auction.searchAccount"
      isRequired
      choices={choices}
      onSearch={onSearch}
      onChange={(value) => {
        onChoose(value);
        field.onChange(value);
      }}
    />
  );
}
