import { sideOf } from '#domain/award/statement.ts';
import { figureColumns, type AwardStatement, type StatedBid } from '#server/award/award-statement.ts';
import type { Block, Brand, Column, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';
import { aliasIn } from '#server/room/alias-in.ts';

export type Issuer = { readonly brand: Brand; readonly currency: string };

/** Returns an award statement as a PDF document. */
export function awardStatementPdf(
  statement: AwardStatement,
  reader: DocumentReader,
  { brand, currency }: Issuer,
): PdfDocument {
  const write = writerFor(reader);
  const { words } = write;
  const { number, closedAt, annulledBecause, isRehearsal, lines, headHash } = statement;
  return {
    ...reader,
    brand,
    title: words('document.award.title'),
    number,
    statedAt: closedAt,
    isWide: statement.as !== 'bidder',
    blocks: [
      ...(isRehearsal ? [{ kind: 'strong' as const, text: words('document.award.rehearsal') }] : []),
      ...(annulledBecause === null
        ? []
        : [{ kind: 'strong' as const, text: words('document.award.annulled', { reason: annulledBecause }) }]),
      { kind: 'facts', rows: partiesAndTimes(write, reader, statement) },
      { kind: 'heading', text: words('document.award.awards') },
      ...(lines.length === 0
        ? [{ kind: 'paragraph' as const, text: words(`document.award.none.${statement.as}`) }]
        : awardTables(write, statement, currency)),
      ...ownBids(write, statement.bids, currency),
      { kind: 'small', text: words('document.award.basis') },
      { kind: 'small', text: words('document.award.proof', { hash: headHash }) },
    ],
  };
}

function partiesAndTimes(write: Writer, { language }: DocumentReader, statement: AwardStatement): Fact[] {
  const { words, time, percent } = write;
  const { number, title, auctionType, startsAt, endedAt, closedAt, owner, bidder, fees } = statement;
  const ownerSide = sideOf(auctionType, 'owner');
  const bidderSide = sideOf(auctionType, 'bidder');
  const ownCompany: Fact[] = bidder
    ? [[words(`document.${bidderSide}`), `${bidder.companyName} (${aliasIn(language, bidder.alias)})`]]
    : [];
  const feeFacts: Record<'buyer' | 'seller', Fact> = {
    buyer: [words('auction.buyerFee'), percent(fees.buyerFeeHundredths)],
    seller: [words('auction.sellerFee'), percent(fees.sellerFeeHundredths)],
  };
  return [
    [words('document.number'), number],
    [words('document.award.auction'), title],
    [
      words('document.award.direction'),
      `${words(`direction.${auctionType}.name`)} · ${words(`direction.${auctionType}.meaning`)}`,
    ],
    [words(`document.${ownerSide}`), owner],
    ...ownCompany,
    [words('document.award.started'), time(startsAt)],
    [words('document.award.ended'), time(endedAt)],
    [words('document.award.closed'), time(closedAt)],
    ...(statement.as === 'admin'
      ? [feeFacts.buyer, feeFacts.seller]
      : [feeFacts[statement.as === 'owner' ? ownerSide : bidderSide]]),
  ];
}

function awardTables(write: Writer, statement: AwardStatement, currency: string): Block[] {
  const { words, quantity, amount, product } = write;
  const { as, lines, total, byWinner } = statement;
  const figures = figureColumns(statement);
  const figureHeads = figures.map(({ phrase }): Column => ({
    heading: words(`document.award.${phrase}`, { currency }),
    share: 3,
    isNumber: true,
  }));
  const recs: Column = { heading: words('document.recs'), share: 2.2, isNumber: true };
  const winner: Column = { heading: words('document.award.winner'), share: 4 };
  const seesWinners = as !== 'bidder';
  const blanks = (count: number): string[] => Array.from({ length: count }, () => '');
  const counted = (line: Parameters<(typeof figures)[number]['of']>[0]): string[] =>
    figures.map((figure) => amount(figure.of(line)));
  const awards: Block = {
    kind: 'table',
    columns: [
      { heading: words('item.item'), share: 4.5 },
      ...(seesWinners ? [winner] : []),
      { heading: words('room.rank'), share: 1.1, isNumber: true },
      recs,
      { heading: words('document.price', { currency }), share: 2.4, isNumber: true },
      ...figureHeads,
    ],
    rows: lines.map((line) => [
      product(line.product),
      ...(seesWinners ? [line.winner] : []),
      String(line.ranking),
      quantity(line.figures.quantity),
      amount(line.price),
      ...counted(line.figures),
    ]),
    totals: [
      [words('document.total'), ...blanks(seesWinners ? 2 : 1), quantity(total.quantity), '', ...counted(total)],
    ],
  };
  if (byWinner.length < 2) return [awards];
  return [
    awards,
    { kind: 'heading', text: words('document.award.byWinner') },
    {
      kind: 'table',
      columns: [winner, recs, ...figureHeads],
      rows: byWinner.map((one) => [one.winner, quantity(one.total.quantity), ...counted(one.total)]),
      totals: [[words('document.total'), quantity(total.quantity), ...counted(total)]],
    },
  ];
}

function ownBids({ words, quantity, amount, product }: Writer, bids: readonly StatedBid[], currency: string): Block[] {
  if (bids.length === 0) return [];
  return [
    { kind: 'heading', text: words('document.award.bids') },
    {
      kind: 'table',
      columns: [
        { heading: words('item.item'), share: 4.5 },
        { heading: words('document.price', { currency }), share: 2.4, isNumber: true },
        { heading: words('document.recs'), share: 2.2, isNumber: true },
        { heading: words('result.won'), share: 2.2, isNumber: true },
        { heading: words('result.outcome'), share: 5 },
      ],
      rows: bids.map((bid) => [
        product(bid.product),
        amount(bid.price),
        quantity(bid.quantity),
        quantity(bid.won),
        words(`outcomeReason.${bid.reason.kind}`, { left: 'left' in bid.reason ? quantity(bid.reason.left) : '' }),
      ]),
    },
  ];
}
