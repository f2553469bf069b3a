import { Button } from '@mantine/core';
import { IconSearchOff, IconUsers, IconPencil, IconReplace, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState, createContext, use } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { BIDDER_PAGE_SIZE_DEFAULT } from '#contract/basics/basics.ts';
import { PAGE_SIZES } from '#contract/basics/choices.ts';
import { addBidders, type Bidder, exportBidders, listBidders, removeBidder } from '#contract/bidder/bidder.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { type BidderRules, replaceReason } from '#web/bidder/bidder-rules.ts';
import { EditBidderDialog } from '#web/bidder/edit-bidder-dialog.tsx';
import { ReplaceBidderDialog } from '#web/bidder/replace-bidder-dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { DataTable, tableOf, type Column } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import type { ListSearch } from '#web/design/lists/list-search.ts';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { api, apiFile, newKey } from '#web/platform/calls/api.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatDate, formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import { useSay, useLanguage } from '#web/platform/phrases/phrase.ts';
import css from './bidder-columns.module.css';

/** The page sizes to choose from. The first is the default: five bidders per page (docs/rules.md#answers). */
const SIZES = [BIDDER_PAGE_SIZE_DEFAULT, ...PAGE_SIZES];

type Props = {
  auction: Auction;
  rules: BidderRules;
  add: ReactNode;
  /** Content below the list. It appears after the list has loaded, so that the list does not push the content down. */
  children: ReactNode;
};

/** Shows the bidders of an auction, with their quantities and the acceptance of the terms. */
export function BidderTable({ auction, rules, add, children }: Props) {
  const say = useSay();
  const { id } = auction;
  const asked: ListSearch = useSearch({ strict: false });
  const { page = 1, limit = BIDDER_PAGE_SIZE_DEFAULT, search = '' } = asked;
  const [edited, setEdited] = useState<Bidder>();
  const [replaced, setReplaced] = useState<Bidder>();
  const remove = useRemoveBidder(id);
  const actions = useMemo(
    () => ({ rules, onEdit: setEdited, onReplace: setReplaced, onRemove: remove }),
    [rules, remove],
  );
  const query = { CurrentPage: page, Limit: limit, Search: search };
  const result = useQuery(readPageQuery(['bidders', id, query], listBidders, { params: { id }, query }));
  const table = tableOf(result, { currentPage: page, limit });
  return (
    <>
      <Toolbar>
        <SearchField label="bidder.search" />
        <ExportButtons
          name={`${say('bidder.title')} – ${auction.title}`}
          load={(format) => apiFile(exportBidders, { params: { id }, query: { Search: search, format } })}
        />
      </Toolbar>
      <BidderActionsContext value={actions}>
        <DataTable
          caption="bidder.list"
          columns={BIDDER_COLUMNS}
          rowKey={({ bidderId }) => bidderId}
          empty={<NoBidders isFiltered={search !== ''} isPrivate={auction.isPrivate} add={add} />}
          {...table}
          page={{ ...table.page, sizes: SIZES }}
        />
      </BidderActionsContext>
      {!result.isPending && children}
      {replaced && <ReplaceBidderDialog auctionId={id} bidder={replaced} onClose={() => setReplaced(undefined)} />}
      {edited && <EditBidderDialog auctionId={id} bidder={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

/** Shows why the table is empty: no bidders yet, or none that matches the search. */
function NoBidders({ isFiltered, isPrivate, add }: { isFiltered: boolean; isPrivate: boolean; add: ReactNode }) {
  const say = useSay();
  const navigate = useNavigate();
  if (!isFiltered) {
    const hint = isPrivate ? 'bidder.nonePrivateHint' : 'bidder.nonePublicHint';
    return (
      <EmptyState title="bidder.none" hint={hint} icon={IconUsers}>
        {add}
      </EmptyState>
    );
  }
  return (
    <EmptyState title="bidder.noneFound" hint="bidder.noneFoundHint" icon={IconSearchOff}>
      <Button variant="default" onClick={() => void navigate({ to: '.', search: () => ({}) })}>
        {say('auction.showAll')}
      </Button>
    </EmptyState>
  );
}

/** Returns a function that asks for confirmation and removes a bidder with its initial bids. */
function useRemoveBidder(id: string): (bidder: Bidder) => void {
  const say = useSay();
  const { act } = useAction({
    question: ({ username: name, businessAccount: company, bidCount: count }: Bidder) => ({
      title: 'bidder.removeTitle',
      text: 'bidder.removeText',
      params: { name, company, count },
      yes: 'action.remove',
      isDangerous: true,
    }),
    send: ({ bidderId }) => api(removeBidder, { params: { id, bidderId } }),
    changed: useAuctionChanged(id),
    done: ({ username }) => say('bidder.removed', { name: username }),
    undo: ({ userId, accountId, maxQuantity, username: name }) => ({
      send: () =>
        api(addBidders, { params: { id }, body: { buyers: [{ userId, accountId, maxQuantity }] }, key: newKey() }),
      done: say('bidder.addedAgain', { name }),
    }),
  });
  return act;
}

type CellProps = { row: Bidder };

/**
 * The actions of the buttons in the table. The columns are constants, so the buttons get the actions from a context.
 */
type BidderActions = {
  rules: BidderRules;
  onEdit: (bidder: Bidder) => void;
  onReplace: (bidder: Bidder) => void;
  onRemove: (bidder: Bidder) => void;
};
const BidderActionsContext = createContext<BidderActions>({
  rules: {},
  onEdit: () => {},
  onReplace: () => {},
  onRemove: () => {},
});

function Name({ row }: CellProps) {
  return (
    <>
      <div className={css.name}>{row.username}</div>
      <div className={css.company}>{row.businessAccount}</div>
    </>
  );
}

const Alias = ({ row }: CellProps) => useAliasText()(row.alias);
const Bids = ({ row }: CellProps) => <span className="figure">{formatQuantity(row.bidCount)}</span>;
const Effective = ({ row }: CellProps) => <span className="figure">{formatQuantity(row.effectiveMaxQuantity)}</span>;

/** Shows the bidder's own maximum quantity; “not set” if there is none. */
function Own({ row }: CellProps) {
  const say = useSay();
  if (row.maxQuantity === null) return <span className={css.quiet}>{say('bidder.notSet')}</span>;
  return <span className="figure">{formatQuantity(row.maxQuantity)}</span>;
}

/** Shows when the bidder accepted the auction terms. */
function Terms({ row }: CellProps) {
  const language = useLanguage();
  if (row.termsAcceptedAt === null) return <span className={css.quiet}>—</span>;
  return (
    <time dateTime={row.termsAcceptedAt} title={formatDateTime(row.termsAcceptedAt, language)}>
      {formatDate(row.termsAcceptedAt, language)}
      <span className={css.quiet}> · {row.termsVersion}</span>
    </time>
  );
}

/** Shows the buttons of one bidder. A button that cannot be used now gives the reason. */
function Buttons({ row }: CellProps) {
  const say = useSay();
  const { rules, onEdit, onReplace, onRemove } = use(BidderActionsContext);
  const looks = { size: 'xs', variant: 'subtle' } as const;
  const nameOf = (action: string) => say('bidder.actionFor', { action, name: row.username });
  return (
    <div className={css.actions}>
      <ReasonButton
        {...looks}
        reason={rules.edit}
        name={nameOf(say('action.edit'))}
        onClick={() => onEdit(row)}
        leftSection={<IconPencil size={15} aria-hidden />}
      >
        {say('action.edit')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        reason={replaceReason(rules, row)}
        name={nameOf(say('bidder.replace'))}
        onClick={() => onReplace(row)}
        leftSection={<IconReplace size={15} aria-hidden />}
      >
        {say('bidder.replace')}
      </ReasonButton>
      <ReasonButton
        {...looks}
        reason={rules.remove}
        name={nameOf(say('action.remove'))}
        isDangerous
        onClick={() => onRemove(row)}
        leftSection={<IconUserMinus size={15} aria-hidden />}
      >
        {say('action.remove')}
      </ReasonButton>
    </div>
  );
}

/**
 * The columns of the bidder list. The column `effective` shows the maximum quantity that applies: the bidder's own, or
 * else the company's (docs/rules.md#bidders).
 */
const BIDDER_COLUMNS: readonly Column<Bidder>[] = [
  { id: 'name', title: 'bidder.username', Cell: Name },
  { id: 'alias', title: 'bidder.alias', Cell: Alias },
  { id: 'own', title: 'bidder.maxQuantity', align: 'end', Cell: Own },
  { id: 'effective', title: 'bidder.effectiveMax', align: 'end', Cell: Effective },
  { id: 'bids', title: 'bidder.bids', align: 'end', Cell: Bids },
  { id: 'terms', title: 'bidder.terms', Cell: Terms },
  { id: 'actions', title: 'auction.actions', width: '340px', Cell: Buttons },
];
