import { Link } from '@tanstack/react-router';
import type { Auction, AuctionItem } from '#contract/auction/auction.ts';
import { limitsOf } from '#domain/auction/soft-close.ts';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { Fact } from '#web/design/layout/facts.tsx';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { env } from '#web/platform/page/env.ts';
import {
  formatDateTime,
  formatPercent,
  formatStep,
  formatUtc,
  formatZone,
  formatAmount,
  formatQuantity,
} from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import css from './detail.module.css';
import { createContext, use } from 'react';
import { biddingItemOfWire } from '#contract/bidding/bid-of-wire.ts';
import { largestQuantity, smallestQuantity } from '#domain/bidding/bid.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { Pictures } from '#web/design/layout/pictures.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { PricesLink } from '#web/statistic/prices-link.tsx';

const LABELS = { sealed: 'auction.startsIn', live: 'auction.endsIn', paused: 'auction.timeLeft' } as const;

/** Shows the facts that bind a participant: times, type, quantities and fees. */
export function DetailSettings({ auction, phase }: { auction: Auction; phase: RoomPhase }) {
  const say = useSay();
  const { auctionType } = auction;
  const { isDraft, recurrence, followedBy } = auction;
  const isRunning = !isDraft && (phase === 'sealed' || phase === 'live' || phase === 'paused');
  return (
    <section className={css.card} aria-labelledby="detail-settings">
      {auction.thumbnail && <img src={auction.thumbnail.url} alt="" className={css.picture} decoding="async" />}
      <h2 className={css.title} id="detail-settings">
        {say('auction.settings')}
      </h2>
      {isRunning && (
        <p className={css.countdown}>
          <span>{say(LABELS[phase])}</span>
          <Countdown
            untilMs={Date.parse(phase === 'sealed' ? auction.startTime : auction.auctionEndTime)}
            standsAtMs={auction.pausedAt === null ? undefined : Date.parse(auction.pausedAt)}
            size="large"
          />
        </p>
      )}
      <dl className={css.facts}>
        <Fact label="auction.start">
          <Moment time={auction.startTime} />
        </Fact>
        <Fact label="auction.end">
          {auction.pausedAt === null ? <Moment time={auction.auctionEndTime} /> : say('auction.pausedEnd')}
          {auction.auctionEndTime > auction.endTime && <span className={css.quiet}>{say('auction.endMoved')}</span>}
        </Fact>
        {recurrence && (
          <Fact label="recurrence.title">
            {say('recurrence.day', { day: recurrence.day, zone: recurrence.timeZone.replaceAll('_', ' ') })}
          </Fact>
        )}
        {followedBy && (
          <Fact label="recurrence.followedBy">
            <Link to={paths.updateAuction(followedBy.id)}>{followedBy.title}</Link>
            {followedBy.isDraft && <span className={css.quiet}>{say('status.draft')}</span>}
          </Fact>
        )}
        {auction.softClose && (
          <Fact label="auction.softClose">{say('auction.softCloseFact', limitsOf(auction.softClose))}</Fact>
        )}
        <Fact label={`direction.${auctionType}.owner`}>
          <CompanyName of={auction.sellerInformation} />
        </Fact>
        <Fact label="auction.auctionType">
          {say(`direction.${auctionType}.name`)}
          <span className={css.quiet}>{say(`direction.${auctionType}.meaning`)}</span>
        </Fact>
        <Fact label="auction.visibility">
          {say(auction.isPrivate ? 'status.private' : 'status.public')}
          {auction.spotRecs && ` · ${say('auction.spotRecs')}`}
        </Fact>
        <Fact label="auction.minimumRecQuantity">{say('unit.recCount', { quantity: auction.minimumRecQuantity })}</Fact>
        <Fact label="auction.minimumBiddingRecQuantity">
          {say('unit.recCount', { quantity: auction.minimumBiddingRecQuantity })}
        </Fact>
        <Fact label="auction.buyerFee">
          {formatPercent(auction.buyerProcessingFee)}
          <span className={css.quiet}>{say(`direction.${auctionType}.buyerFeeBearer`)}</span>
        </Fact>
        <Fact label="auction.sellerFee">
          {formatPercent(auction.sellerProcessingFee)}
          <span className={css.quiet}>{say(`direction.${auctionType}.sellerFeeBearer`)}</span>
        </Fact>
        <Fact label="auction.tickSize">{formatStep(auction.tickSize.priceStep, env().currency)}</Fact>
        <Fact label="auction.totalQuantity">{say('unit.recCount', { quantity: auction.totalQuantity })}</Fact>
      </dl>
    </section>
  );
}

/** Shows a time with the reader's time zone, and UTC as a tooltip. */
function Moment({ time }: { time: string }) {
  const language = useLanguage();
  return (
    <time dateTime={time} title={formatUtc(time)}>
      {formatDateTime(time, language)} <span className={css.quiet}>{formatZone(Date.parse(time))}</span>
    </time>
  );
}

const COLUMNS: readonly Column<AuctionItem>[] = [
  { id: 'item', title: 'item.item', Cell: NameCell },
  { id: 'quantity', title: 'item.quantity', align: 'end', Cell: ({ row }) => formatQuantity(row.recQuantity) },
  {
    id: 'fulfilment',
    title: 'item.fulfilment',
    Cell: ({ row }) => useSay()(row.partialFulfillment ? 'item.soldInParts' : 'item.soldWhole'),
  },
  { id: 'perBid', title: 'item.perBid', align: 'end', Cell: PerBidCell },
  {
    id: 'prices',
    title: 'item.prices',
    align: 'end',
    Cell: ({ row }) => `${env().currency} ${formatAmount(row.minimumBidPrice)} – ${formatAmount(row.maximumBidPrice)}`,
  },
];

/** Carries the auction's minimum quantity of one bid, in RECs, to the cells of the table. */
const MinimumContext = createContext(1);

/** Shows the items of an auction in a table. */
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

/** Shows the minimum and the maximum quantity of one bid on this item. */
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
