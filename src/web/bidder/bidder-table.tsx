import { Button } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { BIDDER_PAGE_SIZE_DEFAULT } from '#contract/basics/basics.ts';
import { PAGE_SIZES } from '#contract/basics/choices.ts';
import { type Bidder, exportBidders, listBidders, removeBidder } from '#contract/bidder/bidder.ts';
import { useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { BIDDER_COLUMNS, BidderActionsContext } from '#web/bidder/bidder-columns.tsx';
import type { BidderRules } from '#web/bidder/bidder-rules.ts';
import { EditBidderDialog } from '#web/bidder/edit-bidder-dialog.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { ExportButtons } from '#web/design/lists/export-buttons.tsx';
import type { ListSearch } from '#web/design/lists/list-search.ts';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api, apiFile } from '#web/platform/calls/api.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';

/** The bidder list starts with five a page (specification 7). */
const SIZES = [BIDDER_PAGE_SIZE_DEFAULT, ...PAGE_SIZES];

type Props = {
  auction: Auction;
  rules: BidderRules;
  add: ReactNode;
  /** What stands below the list: it comes with it, so that it never moves. */
  children: ReactNode;
};

export function BidderTable({ auction, rules, add, children }: Props) {
  const say = useSay();
  const { id } = auction;
  const asked: ListSearch = useSearch({ strict: false });
  const { page = 1, limit = BIDDER_PAGE_SIZE_DEFAULT, search = '' } = asked;
  const [edited, setEdited] = useState<Bidder>();
  const changed = useAuctionChanged(id);
  const remove = useRemoveBidder(id);
  const query = { CurrentPage: page, Limit: limit, Search: search };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['bidders', id, query],
    queryFn: ({ signal }) => api(listBidders, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  useLastPage(data?.total, page, limit);
  const finish = async () => {
    await changed();
    toast('good', say('bidder.changed'));
    setEdited(undefined);
  };
  return (
    <>
      <Toolbar>
        <SearchField label="bidder.search" />
        <ExportButtons
          name={`${say('bidder.title')} – ${auction.title}`}
          load={(format) => apiFile(exportBidders, { params: { id }, query: { Search: search, format } })}
        />
      </Toolbar>
      <BidderActionsContext value={{ rules, onEdit: setEdited, onRemove: (bidder) => void remove(bidder) }}>
        <DataTable
          caption="bidder.list"
          columns={BIDDER_COLUMNS}
          rows={data?.items}
          rowKey={({ bidderId }) => bidderId}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<NoBidders isFiltered={search !== ''} isPrivate={auction.isPrivate} add={add} />}
          page={{ current: page, limit, total: data?.total ?? 0, sizes: SIZES }}
          isStale={isPlaceholderData}
        />
      </BidderActionsContext>
      {(data ?? error) && children}
      {edited && (
        <EditBidderDialog
          auctionId={id}
          bidder={edited}
          onClose={() => setEdited(undefined)}
          onDone={() => void finish()}
        />
      )}
    </>
  );
}

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

/** Removing the only row of the last page, or an old link, leaves a page that isn't there: the last one is shown instead. */
function useLastPage(total: number | undefined, page: number, limit: number): void {
  const navigate = useNavigate();
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / limit));
  useEffect(() => {
    if (page <= last) return;
    const to = last > 1 ? last : undefined;
    void navigate({ to: '.', replace: true, search: (before: object) => ({ ...before, page: to }) });
  }, [last, navigate, page]);
}

/** Asks, then removes a bidder with its initial bids. */
function useRemoveBidder(id: string): (bidder: Bidder) => Promise<void> {
  const say = useSay();
  const textOf = useErrorText();
  const changed = useAuctionChanged(id);
  const { run } = useChange({
    send: async (bidder: Bidder) => {
      await api(removeBidder, { params: { id, bidderId: bidder.bidderId } });
      return bidder;
    },
    onDone: async ({ username }) => {
      await changed();
      toast('good', say('bidder.removed', { name: username }));
    },
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return async (bidder) => {
    const isSure = await confirm({
      title: 'bidder.removeTitle',
      text: 'bidder.removeText',
      params: { name: bidder.username, company: bidder.businessAccount, count: bidder.bidCount },
      yes: 'action.remove',
      isDangerous: true,
    });
    if (isSure) run(bidder);
  };
}
