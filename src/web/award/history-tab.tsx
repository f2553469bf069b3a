import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import type { AuctionResultView } from '#contract/award/award.ts';
import {
  exportHistoryAsAdmin,
  exportHistoryAsUser,
  listHistoryAsAdmin,
  listHistoryAsUser,
  type HistoryLineView,
} from '#contract/bidding/bidding.ts';
import { actionOf, fixedReasonOf } from '#domain/bidding/history.ts';
import { DataTable, type Column, tableOf } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { apiFile } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { formatAmount, formatDateTime, formatQuantity, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { partSign, partWords } from '#web/platform/format/part-words.ts';
import type { ResultSearch } from '#web/award/result-search.ts';
import css from './result.module.css';

/** An entry of the bid history, with the fields that this user may see. */
type Line = HistoryLineView;

type Props = { role: Role; auction: Pick<AuctionResultView['auction'], 'id' | 'title'>; search: ResultSearch };

/**
 * Shows every entry of the bid history, newest first, with its hash (docs/rules.md#record). The list can be searched
 * for a bidder. The export contains only the entries found.
 */
export function HistoryTab({ role, auction: { id, title }, search }: Props) {
  const say = useSay();
  const query = pageQueryOf(search);
  const list = role === 'admin' ? listHistoryAsAdmin : listHistoryAsUser;
  const result = useQuery(readPageQuery(['bid-history', role, id, query], list, { params: { id }, query }));
  return (
    <section className={css.history} aria-label={say('result.history')}>
      <div className={css.historyHead}>
        <SearchField label="result.searchBidder" />
        <p className={css.quiet}>{say('result.hashHint')}</p>
        <ExportButtons
          name={`${say('result.history')} – ${title}`}
          load={(format) =>
            apiFile(role === 'admin' ? exportHistoryAsAdmin : exportHistoryAsUser, {
              params: { id },
              query: { search: query.search, format },
            })
          }
        />
      </div>
      <DataTable
        caption="result.history"
        columns={COLUMNS}
        rowKey={(line) => String(line.seq)}
        empty={<EmptyState title="result.noHistory" icon={IconHistory} />}
        {...tableOf(result, query)}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Line>[] = [
  { id: 'seq', title: 'result.line', align: 'end', width: '64px', Cell: ({ row }) => row.seq },
  { id: 'at', title: 'room.time', Cell: TimeCell },
  { id: 'kind', title: 'result.kind', Cell: KindCell },
  { id: 'item', title: 'item.item', Cell: ({ row }) => row.itemName ?? '–' },
  { id: 'bidder', title: 'room.bidder', Cell: BidderCell },
  {
    id: 'price',
    title: 'room.price',
    align: 'end',
    Cell: ({ row }) => (row.bidValue === null ? '–' : formatAmount(row.bidValue)),
  },
  { id: 'quantity', title: 'room.quantity', align: 'end', Cell: QuantityCell },
  { id: 'hash', title: 'result.hash', Cell: HashCell },
];

/**
 * Shows the time in the user's time zone, with milliseconds, because bids can be milliseconds apart. The tooltip shows
 * UTC.
 */
function TimeCell({ row }: { row: Line }) {
  const language = useLanguage();
  return (
    <time dateTime={row.at} title={formatUtc(row.at)} className={css.time}>
      {formatDateTime(row.at, language, { withMs: true })}
    </time>
  );
}

/**
 * Shows the action of this entry, whether an admin or an API key acted, the new end, and the reason if there is one.
 */
function KindCell({ row }: { row: Line }) {
  const say = useSay();
  const language = useLanguage();
  const fixedReason = fixedReasonOf(row);
  return (
    <span className={css.kind}>
      {say(`historyKind.${actionOf(row)}`)}
      {row.by === 'admin' && row.bidId !== null && <span className={css.quiet}>{say('result.byAdmin')}</span>}
      {row.apiKey !== null && <span className={css.quiet}>{say('result.byApiKey', { name: row.apiKey })}</span>}
      {row.until !== null && (
        <span className={css.quiet}>{say('result.until', { time: formatDateTime(row.until, language) })}</span>
      )}
      {row.reason !== null && (
        <span className={css.quiet}>{fixedReason ? say(`fixedReason.${fixedReason}`) : row.reason}</span>
      )}
    </span>
  );
}

/** Shows the bidder's alias, or “you” for the user's own entries. */
function BidderCell({ row }: { row: Line }) {
  const say = useSay();
  const inWords = useAliasText();
  if (row.bidderUserName === null) return '–';
  return row.isOwnBid ? <strong>{say('room.you')}</strong> : inWords(row.bidderUserName);
}

/** Shows the quantity in RECs. A sign marks a bid that accepts a partial fill; the tooltip explains the sign. */
function QuantityCell({ row }: { row: Line }) {
  const say = useSay();
  if (row.bidRECQuantity === null) return '–';
  return (
    <>
      {formatQuantity(row.bidRECQuantity)}
      {row.bidderPartialFulfillment && (
        <span className={css.quiet} title={partWords(say, row)}>
          {' '}
          {partSign(row)}
        </span>
      )}
    </>
  );
}

/** The number of digits shown of a hash: enough to compare by eye. The tooltip shows the whole hash. */
const HASH_SHOWN = 10;

/**
 * Shows the start of an entry's hash. Before the auction starts, bidders get no hashes, because hashes would reveal
 * others' bids.
 */
function HashCell({ row }: { row: Line }) {
  if (row.hash === null) return '–';
  return (
    <code className={css.hash} title={row.hash}>
      {row.hash.slice(0, HASH_SHOWN)}
    </code>
  );
}
