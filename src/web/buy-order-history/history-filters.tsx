import { Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useQuery } from '@tanstack/react-query';
import { PURCHASE_KINDS } from '#contract/basics/choices.ts';
import { listAccounts } from '#contract/company/company.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { SORTS } from '#web/buy-order-history/history-search.ts';
import { DateFilter } from '#web/design/dates/date-filter.tsx';
import type { Choice } from '#web/design/fields/select-field.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { api } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Vintages that anybody still trades: this year and those before it. */
const VINTAGES = 10;

export function HistoryFilters({ role }: { role: Role }) {
  const say = useSay();
  const thisYear = new Date(nowMs()).getUTCFullYear();
  const years = Array.from({ length: VINTAGES }, (_, before) => String(thisYear - before));
  return (
    <Toolbar>
      <SearchField label="buyOrderHistory.search" />
      {env().flags.marketplace && (
        <FilterSelect
          name="kind"
          label="buyOrderHistory.kind"
          all="buyOrderHistory.allKinds"
          choices={PURCHASE_KINDS.map((value) => ({ value, label: say(`buyOrderHistory.${value}`) }))}
        />
      )}
      <FilterSelect
        name="country"
        label="buyOrderHistory.country"
        all="buyOrderHistory.allCountries"
        choices={COUNTRIES.map((value) => ({ value, label: say(`country.${value}`) }))}
      />
      <FilterSelect
        name="fuel"
        label="buyOrderHistory.fuel"
        all="buyOrderHistory.allFuels"
        choices={FUEL_TYPES.map((value) => ({ value, label: say(`fuel.${value}`) }))}
      />
      <FilterSelect
        name="vintage"
        label="buyOrderHistory.vintage"
        all="buyOrderHistory.allVintages"
        choices={years.map((value) => ({ value, label: value }))}
      />
      <Group gap={10}>
        <DateFilter name="from" label="buyOrderHistory.from" />
        <DateFilter name="to" label="buyOrderHistory.to" />
      </Group>
      {role === 'admin' ? <AnyAccount /> : <OwnAccount />}
      <FilterSelect
        name="sort"
        label="buyOrderHistory.orderBy"
        all="buyOrderHistory.sort.date"
        choices={SORTS.map((value) => ({ value, label: say(`buyOrderHistory.sort.${value}`) }))}
      />
    </Toolbar>
  );
}

/** Where one acts for several companies. */
function OwnAccount() {
  const { accounts } = useProfile();
  const choices = accounts.map(({ id, companyName }) => ({ value: id, label: companyName }));
  return choices.length < 2 ? null : <AccountFilter choices={choices} />;
}

const MOST = 100;

/** The first hundred by name: who looks for another finds it by its page. */
function AnyAccount() {
  const language = useLanguage();
  const query = { currentPage: 1, limit: MOST, search: '' };
  const { data } = useQuery({
    queryKey: ['accounts', query],
    queryFn: ({ signal }) => api(listAccounts, { query, signal }),
    meta: { silent: true },
  });
  const choices = (data?.items ?? []).map((account) => ({
    value: account.id,
    label: companyNameIn(language, account),
  }));
  return <AccountFilter choices={choices} />;
}

const AccountFilter = ({ choices }: { choices: readonly Choice[] }) => (
  <FilterSelect name="accountId" label="buyOrderHistory.account" all="buyOrderHistory.allAccounts" choices={choices} />
);
