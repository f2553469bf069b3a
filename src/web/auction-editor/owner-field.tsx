import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { AuctionType } from '#domain/auction/direction.ts';
import type { FieldProps } from '#web/design/field.ts';
import { SearchSelectField, type Choice } from '#web/design/select-field.tsx';
import { listAccounts } from '#contract/company.ts';
import { api } from '#web/platform/api.ts';

const PAUSE_MS = 250;
const SHOWN = 25;

type Props = Pick<FieldProps<string | null>, 'value' | 'onChange' | 'onBlur' | 'refusal' | 'isDisabled'> & {
  /** The stored owner, whose name is known before anything was searched. */
  present: Choice | undefined;
  auctionType: AuctionType;
  disabledReason?: FieldProps<string | null>['disabledReason'];
};

/** The auction's owner: an Active business account, searched by name. */
export function OwnerField({ present, auctionType, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(present);
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  // The name of the chosen company stands in the field: searching by it would leave only that one to choose from.
  const wanted = search === chosen?.label ? '' : search.trim();
  const { data } = useQuery({
    queryKey: ['accounts', 'Active', wanted],
    queryFn: ({ signal }) =>
      api(listAccounts, { query: { status: 'Active', search: wanted, limit: SHOWN, currentPage: 1 }, signal }),
    placeholderData: keepPreviousData,
    enabled: !field.isDisabled,
  });
  const found = (data?.items ?? []).map(({ id, companyName }) => ({ value: id, label: companyName }));
  const isFound = found.some(({ value }) => value === chosen?.value);
  const choices = chosen && !isFound ? [chosen, ...found] : found;
  return (
    <SearchSelectField
      {...field}
      label="auction.owner"
      help={`direction.${auctionType}.ownerHelp`}
      placeholder="auction.searchAccount"
      isRequired
      choices={choices}
      onSearch={setTyped}
      onChange={(value) => {
        setChosen(choices.find((choice) => choice.value === value));
        field.onChange(value);
      }}
    />
  );
}
