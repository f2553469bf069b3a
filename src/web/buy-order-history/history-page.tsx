import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type BuyOrderHistory,
  exportBuyOrderHistoryAsAdmin,
  exportBuyOrderHistoryAsUser,
  listBuyOrderHistoryAsAdmin,
  listBuyOrderHistoryAsUser,
} from '#contract/marketplace/buy-order-history.ts';
import { HISTORY_COLUMNS } from '#web/buy-order-history/history-columns.tsx';
import { HistoryFilters } from '#web/buy-order-history/history-filters.tsx';
import {
  historyFilters,
  historyQuery,
  type HistorySearch,
  isHistoryFiltered,
} from '#web/buy-order-history/history-search.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { DataTable, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons, type ExportFormat } from '#web/design/lists/export-buttons.tsx';
import { ListViews } from '#web/design/lists/list-views.tsx';
import { NothingListed } from '#web/design/lists/nothing-listed.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './history-columns.module.css';

/** What was bought in auctions and in the marketplace: one's own, for admins everybody's; for users also what they sold. */
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
  useDocumentTitle(say(title));
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
          <Sides side={side} />
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

function Sides({ side }: { side: 'bought' | 'sold' }) {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <Segments
      label={say('buyOrderHistory.views')}
      segments={[
        { value: 'bought', label: say('buyOrderHistory.bought') },
        { value: 'sold', label: say('buyOrderHistory.sold') },
      ]}
      value={side}
      onChange={(value) =>
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, page: undefined, side: value === 'sold' ? value : undefined }),
        })
      }
    />
  );
}

/** Over all pages, as they are filtered; a dash keeps each figure's place while the first are on their way. */
function HistoryTotals({ totals, isStale }: { totals: BuyOrderHistory['totals'] | undefined; isStale: boolean }) {
  const say = useSay();
  const { currency } = env();
  const money = (amount: string | null | undefined): string => (amount == null ? '–' : formatMoney(amount, currency));
  return (
    <dl className={css.totals} data-stale={isStale || undefined}>
      <div>
        <dt>{say('buyOrderHistory.totalQuantity')}</dt>
        <dd>{totals ? formatQuantity(totals.quantity) : '–'}</dd>
      </div>
      <div>
        <dt>{say('buyOrderHistory.totalAmount')}</dt>
        <dd>{money(totals?.amount)}</dd>
      </div>
      {totals?.buyerFees !== null && (
        <div>
          <dt>{say('buyOrderHistory.buyerFee')}</dt>
          <dd>{money(totals?.buyerFees)}</dd>
        </div>
      )}
      {totals && totals.sellerFees !== null && (
        <div>
          <dt>{say('buyOrderHistory.sellerFee')}</dt>
          <dd>{money(totals.sellerFees)}</dd>
        </div>
      )}
    </dl>
  );
}
