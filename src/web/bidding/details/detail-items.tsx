import { createContext, use } from 'react';
import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import { biddingItemOfWire } from '#contract/bidding/bid-of-wire.ts';
import { largestQuantity, smallestQuantity } from '#domain/bidding/bid.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { PricesLink } from '#web/statistic/prices-link.tsx';
import css from './detail.module.css';

const COLUMNS: readonly Column<AuctionItem>[] = [
  { id: 'item', title: 'item.item', Cell: NameCell },
  { id: 'quantity', title: 'item.quantity', align: 'end', Cell: ({ row }) => formatQuantity(row.recQuantity) },
  { id: 'fulfilment', title: 'item.fulfilment', Cell: FulfilmentCell },
  { id: 'perBid', title: 'item.perBid', align: 'end', Cell: PerBidCell },
  {
    id: 'prices',
    title: 'item.prices',
    align: 'end',
    Cell: ({ row }) => `${env().currency} ${formatAmount(row.minimumBidPrice)} – ${formatAmount(row.maximumBidPrice)}`,
  },
];

/** What one bid may ask for depends on the auction's settings as well. */
const MinimumContext = createContext(1);

export function DetailItems({ auction }: { auction: Auction }) {
  const say = useSay();
  return (
    <section aria-labelledby="detail-items">
      <h2 className={css.title} id="detail-items">
        {say('auction.items')}
      </h2>
      <MinimumContext value={auction.minimumBiddingRecQuantity}>
        <DataTable
          caption="item.list"
          columns={COLUMNS}
          rows={auction.items}
          rowKey={(item) => item.auctionItemId}
          empty={<EmptyState title="auction.noItems" hint="auction.noItemsHint" />}
        />
      </MinimumContext>
    </section>
  );
}

function PerBidCell({ row }: { row: AuctionItem }) {
  const item = biddingItemOfWire(row);
  const [least, most] = [
    smallestQuantity(item, { minimumBiddingQuantity: use(MinimumContext) }),
    largestQuantity(item),
  ];
  return least === most ? formatQuantity(least) : `${formatQuantity(least)} – ${formatQuantity(most)}`;
}

function NameCell({ row }: { row: AuctionItem }) {
  const wordsOf = useItemWords();
  return (
    <div className={css.item}>
      <strong>{row.name}</strong>
      <span className={css.quiet}>{wordsOf(row)}</span>
      {row.description && <span className={css.description}>{row.description}</span>}
      {row.address && <span className={css.quiet}>{row.address}</span>}
      <PricesLink goods={row} />
      <Pictures images={row.images} subject={row.name} />
    </div>
  );
}

function FulfilmentCell({ row }: { row: AuctionItem }) {
  const say = useSay();
  return say(row.partialFulfillment ? 'item.soldInParts' : 'item.soldWhole');
}
