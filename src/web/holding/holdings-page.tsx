import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { exportHoldingsAsAdmin, exportHoldingsAsUser } from '#contract/holding/holding.ts';
import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { GoodsFilters } from '#web/holding/goods-filters.tsx';
import { HOLDING_COLUMNS, HOLDING_COLUMNS_OF_SEVERAL } from '#web/holding/holding-columns.tsx';
import { holdingsQuery, totalsQuery } from '#web/holding/holding-query.ts';
import type { HoldingSearch } from '#web/holding/holding-search.ts';
import { HoldingSpread, HoldingTotals } from '#web/holding/holding-totals.tsx';
import { yearsOf } from '#web/holding/sum-totals.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import type { Role } from '#web/platform/session/session.ts';

/** What the reader's companies hold, for admins what all do: totals, and each holding with where it came from. */
export function HoldingsPage({ role }: { role: Role }) {
  const say = useSay();
  const { accounts } = useProfile();
  const { show, sort, account, country, fuelType, vintageYear, ...asked }: HoldingSearch = useSearch({ strict: false });
  const page = pageQueryOf(asked);
  const goods = { account, country, fuelType, search: page.search, show };
  const query = { ...page, ...goods, vintageYear, sort };
  const result = useQuery(holdingsQuery(role, query));
  // Of all years: which there are is what the filter offers. And of empty holdings too, or what was released would not count.
  const { data: totals } = useQuery(totalsQuery(role, { ...goods, show: show ?? 'all' }));
  const shown = totals?.filter(({ recVintage }) => vintageYear === undefined || recVintage.year === vintageYear);
  const isFiltered =
    page.search !== '' || [account, country, fuelType, vintageYear, show].some((filter) => filter !== undefined);
  const columns = role === 'user' && accounts.length > 1 ? HOLDING_COLUMNS_OF_SEVERAL : HOLDING_COLUMNS[role];
  return (
    <>
      <PageTitle title="holding.title" note={say(`holding.${role}Note`)} />
      <HoldingTotals totals={shown} />
      <Toolbar>
        <SearchField label={role === 'admin' ? 'holding.searchAll' : 'holding.search'} />
        <GoodsFilters years={yearsOf(totals ?? [])} />
        <FilterSelect
          name="show"
          label="holding.show"
          all="holding.showheld"
          choices={HOLDINGS_SHOWN.slice(1).map((value) => ({ value, label: say(`holding.show${value}`) }))}
        />
        <FilterSelect
          name="sort"
          label="holding.sort"
          all="holding.sortnewest"
          choices={HOLDING_SORTS.slice(1).map((value) => ({ value, label: say(`holding.sort${value}`) }))}
        />
        <ListViews list="holdings" columns={columns} />
        <ExportButtons
          name={say('holding.title')}
          load={(format) =>
            apiFile(role === 'admin' ? exportHoldingsAsAdmin : exportHoldingsAsUser, { query: { ...query, format } })
          }
        />
      </Toolbar>
      <DataTable
        list="holdings"
        caption="holding.title"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <NothingListed
            isFiltered={isFiltered}
            title="holding.none"
            hint={`holding.${role}NoneHint`}
            icon={IconCertificate}
          />
        }
        {...tableOf(result, page)}
      />
      <HoldingSpread totals={shown} />
    </>
  );
}
