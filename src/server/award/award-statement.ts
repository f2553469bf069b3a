import { outcomeReasons } from '#domain/award/outcome-reason.ts';
import { feeOn, sideOf, statementOf, totalOn, type Figures, type StatementOf } from '#domain/award/statement.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { Language } from '#domain/basics/language.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { itemsOf, type ItemRow } from '#server/auction/auction-rows.ts';
import { auctionWithOwner } from '#server/auction/stored-auctions.ts';
import { storedItemName } from '#server/auction/items/stored-items.ts';
import { awardsOf, type ItemAward } from '#server/award/close-auction.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { DocumentProduct } from '#server/platform/document/writer-for.ts';
import { Refused } from '#server/platform/http/refused.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { Rooms } from '#server/room/rooms.ts';

/** The maximum number of lines in a statement. For an auction with more awards, only the record has all of them. */
const LINES_MAX = 10_000;

export type StatedProduct = DocumentProduct & { readonly name: string };

/** The data of an award statement, independent of language and format. */
export type AwardStatement = Awaited<ReturnType<typeof readStatement>>;
export type StatedAward = AwardStatement['lines'][number];
export type StatedBid = AwardStatement['bids'][number];

export type StatementSource = { readonly db: Db; readonly rooms: Pick<Rooms, 'read'> };

/**
 * Returns the statement of a closed auction. The caller has checked that the reader may see the result
 * (docs/rules.md#who-sees-a-result).
 */
export async function readStatement(
  { db, rooms }: StatementSource,
  auctionId: string,
  whose: StatementOf,
  language: Language,
) {
  const auction = await auctionWithOwner(db, auctionId);
  if (!auction) throw new Refused('not_found');
  const { closed_at: closedAt } = auction;
  if (closedAt === null) throw new Refused('results_not_ready');
  const items = await itemsOf(db, [auctionId]);
  const stated = await rooms.read(auctionId as AuctionId, (state) => stateAwards(state, items, { whose, language }));
  if (!stated) throw new Refused('not_found');
  return {
    ...stated,
    auctionId,
    number: numberOf(auctionId, stated.bidder?.alias ?? whose.as),
    as: whose.as,
    title: auction.title,
    auctionType: auction.auction_type,
    startsAt: auction.start_time,
    endedAt: auction.auction_end_time,
    closedAt,
    isRehearsal: auction.rehearsal_of !== null,
    /** The company that the auction was held for. */
    owner: companyNameIn(language, {
      companyName: auction.company_name,
      englishCompanyName: auction.english_company_name,
    }),
  };
}

/** Returns the statement's number. It is the same each time the statement is made. */
const numberOf = (auctionId: string, whose: string): string =>
  `AWD-${auctionId.slice(0, 8)}-${whose.replace('Bidder ', 'B')}`.toUpperCase();

function stateAwards(
  state: RoomState,
  items: readonly ItemRow[],
  { whose, language }: { readonly whose: StatementOf; readonly language: Language },
) {
  const { settings, times, conduct, lastHash } = state;
  const product = productsOf(items);
  const awards = awardsOf(state);
  const { lines, total } = statementOf(awards, whose);
  if (lines.length > LINES_MAX) throw new Refused('export_too_large', { maximum: LINES_MAX });
  const companyOf = (bidderId: Bid['bidderId']): string => {
    const bidder = settings.bidders.get(bidderId);
    return bidder ? companyNameIn(language, bidder) : '';
  };
  const winners = Map.groupBy(awards, ({ bid }) => bid.bidderId);
  const bidder = whose.as === 'bidder' ? settings.bidders.get(whose.bidderId) : undefined;
  return {
    annulledBecause: times.annulledAtMs === null ? null : (conduct.last?.reason ?? ''),
    /** The company that the statement is for; null in the owner's and the administrators' statements. */
    bidder: bidder ? { companyName: companyNameIn(language, bidder), alias: bidder.alias } : null,
    fees: settings.fees,
    lines: lines.map(({ award, figures }) => ({
      itemId: award.itemId,
      bidId: award.bid.bidId,
      product: product(award.itemId),
      winner: companyOf(award.bid.bidderId),
      ranking: award.rank,
      price: textOfCents(award.bid.priceCents),
      figures,
    })),
    total,
    /** The totals of each winner, for readers who see several winners. */
    byWinner:
      whose.as === 'bidder'
        ? []
        : [...winners.keys()].map((bidderId) => ({
            winner: companyOf(bidderId),
            total: statementOf(awards, { as: 'bidder', bidderId }).total,
          })),
    /** In a bidder's statement: all bids of the bidder, each with the reason why it won or lost. Otherwise empty. */
    bids: whose.as === 'bidder' && times.annulledAtMs === null ? bidsOf(state, product, whose.bidderId, awards) : [],
    /** The hash of the record's last line, which covers the whole history of the auction. */
    headHash: lastHash,
  };
}

function productsOf(items: readonly ItemRow[]): (itemId: string) => StatedProduct {
  const rows = new Map(items.map((item) => [item.id, item]));
  return (itemId) => {
    const item = rows.get(itemId);
    if (!item) throw new Error(`no item ${itemId} in this auction`);
    const vintage = { year: item.vintage_year, period: item.vintage_period };
    return { name: storedItemName(item), country: item.country, fuelType: item.fuel_type, vintage };
  };
}

/** Returns the bidder's own bids by item and rank, deleted bids last, as the result shows them. */
function bidsOf(
  state: RoomState,
  product: (itemId: string) => StatedProduct,
  bidderId: Bid['bidderId'],
  awards: readonly ItemAward[],
) {
  const won = new Map(awards.map((award) => [award.bid.bidId, award.won]));
  return [...state.standings.values()].flatMap(({ item, rows }) => {
    const deleted = [...state.bids.values()].filter((bid) => bid.itemId === item.itemId && bid.isDeleted);
    const bids = [...rows().map(({ bid }) => bid), ...deleted];
    const reasons = outcomeReasons(item, bids);
    const own = bids.filter((bid) => bid.bidderId === bidderId);
    return own.flatMap((bid) => {
      const reason = reasons.get(bid.bidId);
      const { quantity, priceCents } = bid;
      const stated = {
        product: product(item.itemId),
        price: textOfCents(priceCents),
        quantity,
        won: won.get(bid.bidId) ?? 0,
      };
      return reason ? [{ ...stated, reason }] : [];
    });
  });
}

/** A column of a statement: the phrase of its heading, and the function that returns its value. */
export type FigureColumn = {
  readonly phrase: 'amount' | 'buyerFee' | 'sellerFee' | 'toPay' | 'toReceive';
  readonly of: (figures: Figures) => string;
};

const AMOUNT: FigureColumn = { phrase: 'amount', of: ({ amountCents }) => textOfCents(amountCents) };
const SIDES: Readonly<Record<'buyer' | 'seller', readonly FigureColumn[]>> = {
  buyer: [
    { phrase: 'buyerFee', of: (figures) => textOfCents(feeOn('buyer', figures)) },
    { phrase: 'toPay', of: (figures) => textOfCents(totalOn('buyer', figures)) },
  ],
  seller: [
    { phrase: 'sellerFee', of: (figures) => textOfCents(feeOn('seller', figures)) },
    { phrase: 'toReceive', of: (figures) => textOfCents(totalOn('seller', figures)) },
  ],
};

/** Returns the figures of a statement: a party's own side of the trade, or both sides for administrators. */
export const figureColumns = ({ as, auctionType }: Pick<AwardStatement, 'as' | 'auctionType'>): FigureColumn[] =>
  as === 'admin' ? [AMOUNT, ...SIDES.buyer, ...SIDES.seller] : [AMOUNT, ...SIDES[sideOf(auctionType, as)]];
