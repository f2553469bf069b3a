import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { PURCHASE_KINDS } from '#contract/basics/choices.ts';
import { listAccounts } from '#contract/company/company.ts';
import {
  type BuyOrderHistory,
  exportBuyOrderHistoryAsAdmin,
  exportBuyOrderHistoryAsUser,
  listBuyOrderHistoryAsAdmin,
  listBuyOrderHistoryAsUser,
} from '#contract/marketplace/buy-order-history.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { HISTORY_COLUMNS } from '#web/buy-order-history/history-columns.tsx';
import {
  historyFilters,
  historyQuery,
  type HistorySearch,
  isHistoryFiltered,
  SORTS,
} from '#web/buy-order-history/history-search.ts';
import { DateFilter } from '#web/design/dates/date-filter.tsx';
import type { Choice } from '#web/design/fields/select-field.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { FilterSegments } from '#web/design/lists/filter-segments.tsx';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons, type ExportFormat } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery, readQuery } from '#web/platform/calls/read-query.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { useRecCountries } from '#web/platform/format/country-name.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './history-columns.module.css';

/**
 * Lists purchases in auctions and in the marketplace: those of the user's companies, or all of them for admins. Users
 * can also see their companies' sales.
 */
export function HistoryPage({ role }: { role: Role }) {
  const say = useSay();
  const search: HistorySearch = useSearch({ strict: false });
  const side = search.side ?? 'bought';
  const query = historyQuery(search);
  const key = ['buy-order-history', role, side, query];
  const result = useQuery(
    role === 'admin'
      ? readPageQuery(key, listBuyOrderHistoryAsAdmin, { query })
      : readPageQuery(key, listBuyOrderHistoryAsUser, { query: { ...query, side } }),
  );
  const isSold = role === 'user' && side === 'sold';
  const title = isSold ? 'buyOrderHistory.titleSold' : 'buyOrderHistory.title';
  const filters = historyFilters(search);
  const load = (format: ExportFormat) =>
    role === 'admin'
      ? apiFile(exportBuyOrderHistoryAsAdmin, { query: { ...filters, format } })
      : apiFile(exportBuyOrderHistoryAsUser, { query: { ...filters, side, format } });
  const columns = HISTORY_COLUMNS[role === 'admin' ? 'admin' : side];
  return (
    <>
      <PageTitle title={title} actions={<ExportButtons name={say(title)} load={load} />} />
      {role === 'user' && (
        <Toolbar>
          <FilterSegments
            name="side"
            label="buyOrderHistory.views"
            all="buyOrderHistory.bought"
            choices={[{ value: 'sold', label: say('buyOrderHistory.sold') }]}
          />
        </Toolbar>
      )}
      <HistoryFilters role={role} />
      <HistoryTotals totals={result.data?.totals} isStale={result.isPlaceholderData} />
      <Toolbar>
        <ListViews list="buy-order-history" columns={columns} />
      </Toolbar>
      <DataTable
        list="buy-order-history"
        caption={title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <NothingListed
            isFiltered={isHistoryFiltered(search)}
            title={isSold ? 'buyOrderHistory.noneSold' : 'buyOrderHistory.none'}
            hint={isSold ? 'buyOrderHistory.noneSoldHint' : 'buyOrderHistory.noneHint'}
            icon={IconReceipt}
          />
        }
        {...tableOf(result, query)}
      />
    </>
  );
}

/** Shows the totals over all pages, with the current filters. Dashes reserve the space during the first load. */
function HistoryTotals({ totals, isStale }: { totals: BuyOrderHistory['totals'] | undefined; isStale: boolean }) {
  const say = useSay();
  const { currency } = env();
  const money = (amount: string | null | undefined): string => (amount == null ? '–' : formatMoney(amount, currency));
  const figure = (label: PhraseKey, text: string) => (
    <div>
      <dt>{say(label)}</dt>
      <dd>{text}</dd>
    </div>
  );
  return (
    <dl className={css.totals} data-stale={isStale || undefined}>
      {figure('buyOrderHistory.totalQuantity', totals ? formatQuantity(totals.quantity) : '–')}
      {figure('buyOrderHistory.totalAmount', money(totals?.amount))}
      {totals?.buyerFees !== null && figure('buyOrderHistory.buyerFee', money(totals?.buyerFees))}
      {totals && totals.sellerFees !== null && figure('buyOrderHistory.sellerFee', money(totals.sellerFees))}
    </dl>
  );
}

/** The number of vintages to choose from: this year and the nine years before it. */
const VINTAGES = 10;

function HistoryFilters({ role }: { role: Role }) {
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
        choices={useRecCountries()}
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

/** The filter for one of the user's companies. Only users with several companies see it. */
function OwnAccount() {
  const { accounts } = useProfile();
  const choices = accounts.map(({ id, companyName }) => ({ value: id, label: companyName }));
  return choices.length < 2 ? null : <AccountFilter choices={choices} />;
}

const MOST = 100;

/** Filters by company. The choices are the first hundred companies by name. */
function AnyAccount() {
  const language = useLanguage();
  const query = { currentPage: 1, limit: MOST, search: '' };
  const { data } = useQuery(readQuery(['accounts', query], listAccounts, { query }));
  const choices = (data?.items ?? []).map((account) => ({
    value: account.id,
    label: companyNameIn(language, account),
  }));
  return <AccountFilter choices={choices} />;
}

const AccountFilter = ({ choices }: { choices: readonly Choice[] }) => (
  <FilterSelect name="accountId" label="buyOrderHistory.account" all="buyOrderHistory.allAccounts" choices={choices} />
);
