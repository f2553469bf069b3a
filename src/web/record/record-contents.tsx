import { Button } from '@mantine/core';
import { IconTrophyOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { RecordedAward, RecordHead } from '#domain/record/record.ts';
import { limitsOf } from '#domain/auction/soft-close.ts';
import { decimalsOf } from '#domain/basics/currency.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { centsText } from '#web/bidding/bid-form/price-text.ts';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatAmount, formatPercent, formatQuantity, formatStep } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { WholeRecord } from '#web/record/opened-record.ts';

type Props = { record: WholeRecord };

/** Shows all settings of the auction that affect the rules. */
export function Settings({ record: { head } }: Props) {
  const say = useSay();
  return (
    <Card title="record.settings">
      <Facts>
        <Fact label="record.auction" isWide>
          {head.title}
        </Fact>
        <Fact label="auction.auctionType">
          {say(`direction.${head.auctionType}.name`)}, {say(`direction.${head.auctionType}.meaning`)}
        </Fact>
        <Fact label="auction.start">
          <Moment at={head.startsAt} />
        </Fact>
        <Fact label="record.scheduledEnd">
          <Moment at={head.endsAt} />
        </Fact>
        <Fact label="record.effectiveEnd">
          <Moment at={head.auctionEndsAt} />
        </Fact>
        <Fact label="auction.softClose">
          {head.softClose && say('auction.softCloseFact', limitsOf(head.softClose))}
        </Fact>
        <Fact label="auction.tickSize">
          {formatStep(decimalOfCents(head.tickCents, decimalsOf(head.currency)), head.currency)}
        </Fact>
        <Fact label="auction.minimumBiddingRecQuantity">
          {say('unit.recCount', { quantity: head.minimumBiddingQuantity })}
        </Fact>
        <Fact label="auction.buyerFee">{formatPercent(head.buyerFeeHundredths / 100)}</Fact>
        <Fact label="auction.sellerFee">{formatPercent(head.sellerFeeHundredths / 100)}</Fact>
        <Fact label="record.bidders">{formatQuantity(head.bidders.length)}</Fact>
      </Facts>
    </Card>
  );
}

type Item = RecordHead['items'][number] & Pick<RecordHead, 'currency'>;

const ITEM_COLUMNS: readonly Column<Item>[] = [
  { id: 'name', title: 'item.item', Cell: ({ row }) => row.name },
  { id: 'quantity', title: 'room.quantity', align: 'end', Cell: ({ row }) => formatQuantity(row.quantity) },
  {
    id: 'fulfilment',
    title: 'item.fulfilment',
    Cell: ({ row }) => useSay()(row.partialFulfillment ? 'item.partialYes' : 'item.wholeOnly'),
  },
  { id: 'bounds', title: 'item.bounds', align: 'end', Cell: BoundsCell },
];

function BoundsCell({ row }: { row: Item }) {
  const { minimumBidPriceCents, maximumBidPriceCents, currency } = row;
  return [minimumBidPriceCents, maximumBidPriceCents].map((cents) => centsText(cents, currency)).join(' – ');
}

/** Lists the items as the record contains them, with their price limits. */
export function Items({ record: { head } }: Props) {
  return (
    <Card title="record.items">
      <DataTable
        caption="record.items"
        columns={ITEM_COLUMNS}
        rows={head.items.map((item) => ({ ...item, currency: head.currency }))}
        rowKey={({ itemId }) => itemId}
        empty={<EmptyState title="item.none" />}
      />
    </Card>
  );
}

type AwardRow = RecordedAward & Pick<RecordHead, 'currency'> & { readonly itemName: string; readonly alias: string };

const AWARD_COLUMNS: readonly Column<AwardRow>[] = [
  { id: 'item', title: 'item.item', Cell: ({ row }) => row.itemName },
  { id: 'rank', title: 'room.rank', align: 'end', Cell: ({ row }) => row.ranking },
  { id: 'bidder', title: 'room.bidder', Cell: ({ row }) => useAliasText()(row.alias) },
  { id: 'quantity', title: 'result.won', align: 'end', Cell: ({ row }) => formatQuantity(row.quantity) },
  { id: 'price', title: 'room.price', align: 'end', Cell: ({ row }) => centsText(row.priceCents, row.currency) },
  { id: 'amount', title: 'bidding.amount', align: 'end', Cell: ({ row }) => formatAmount(row.amount, row.currency) },
  {
    id: 'buyerFee',
    title: 'record.buyerFee',
    align: 'end',
    Cell: ({ row }) => formatAmount(row.buyerFee, row.currency),
  },
  {
    id: 'sellerFee',
    title: 'record.sellerFee',
    align: 'end',
    Cell: ({ row }) => formatAmount(row.sellerFee, row.currency),
  },
];

/** The number of rows of a long list that are shown until the reader asks for the whole list. */
const SHORT_ROWS = 20;

/**
 * Lists the awards with their fees, and the bidders by their aliases. A long list is shortened until the reader asks
 * for the whole list.
 */
export function Awards({ record: { head, awards } }: Props) {
  const say = useSay();
  const [isWhole, setIsWhole] = useState(false);
  const names = new Map(head.items.map(({ itemId, name }) => [itemId, name]));
  const aliases = new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias]));
  const rows = awards.slice(0, isWhole ? undefined : SHORT_ROWS).map((award) => ({
    ...award,
    currency: head.currency,
    itemName: names.get(award.itemId) ?? '',
    alias: aliases.get(award.bidderId) ?? '',
  }));
  return (
    <Card title="record.awards">
      <DataTable
        caption="record.awards"
        columns={AWARD_COLUMNS}
        rows={rows}
        rowKey={({ bidId }) => bidId}
        empty={<EmptyState title="record.noAwards" hint="record.noAwardsHint" icon={IconTrophyOff} />}
      />
      {rows.length < awards.length && (
        <Button variant="subtle" onClick={() => setIsWhole(true)}>
          {say('record.showAll', { count: awards.length })}
        </Button>
      )}
    </Card>
  );
}
