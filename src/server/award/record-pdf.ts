import { limitsOf } from '#domain/auction/soft-close.ts';
import { actionOf, fixedReasonOf, hasTypedReason, openReason, type HistoryLine } from '#domain/bidding/history.ts';
import { textOfCents } from '#domain/basics/price.ts';
import type { RecordedAward, RecordedLine, RecordHead } from '#domain/record/record.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import type { Block, Brand, Cells, DocumentReader, Fact, PdfDocument } from '#server/platform/document/document.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';

/** The maximum number of printed lines, about 600 pages. If there are more, the PDF refers to the record's file. */
export const PRINTED_LINES_MAX = 10_000;

export type PrintedRecord = {
  readonly head: RecordHead;
  /** Empty if there are too many lines. */
  readonly lines: readonly RecordedLine[];
  readonly lineCount: number;
  readonly headHash: string;
  readonly closedAt: Date;
  readonly awards: readonly RecordedAward[];
  readonly publicKey: string;
};

/** Returns a readable PDF of an auction's history. Only the record's file can be verified. */
export function recordPdf(record: PrintedRecord, reader: DocumentReader, brand: Brand): PdfDocument {
  const write = writerFor(reader);
  const { words, quantity } = write;
  const { head, lines, lineCount, headHash, closedAt, publicKey } = record;
  const names = new Map(head.items.map(({ itemId, name }) => [String(itemId), name]));
  const isWhole = lines.length === lineCount;
  return {
    ...reader,
    brand,
    title: words('document.record.title'),
    number: head.auctionId,
    statedAt: closedAt,
    isWide: true,
    blocks: [
      { kind: 'paragraph', text: words('document.record.said') },
      { kind: 'facts', rows: settingsOf(write, record) },
      { kind: 'heading', text: words('item.items') },
      itemsTable(write, head),
      { kind: 'heading', text: words('document.record.bidders', { count: quantity(head.bidders.length) }) },
      { kind: 'paragraph', text: head.bidders.map(({ alias }) => aliasIn(reader.language, alias)).join(' · ') || '–' },
      { kind: 'heading', text: words('document.award.awards') },
      awardsTable(write, reader, record, names),
      { kind: 'heading', text: words('result.history') },
      ...(lines.some(({ line }) => hasTypedReason(line))
        ? [{ kind: 'paragraph' as const, text: words('document.record.typedReasons') }]
        : []),
      ...(isWhole
        ? [linesTable(write, reader, record, names)]
        : [{ kind: 'paragraph' as const, text: words('document.record.tooLong', { count: quantity(lineCount) }) }]),
      { kind: 'small', text: words('document.record.hash', { hash: headHash }) },
      { kind: 'small', text: words('document.record.key', { key: publicKey }) },
    ],
  };
}

function settingsOf(
  { words, time, percent, amount, quantity }: Writer,
  { head, closedAt, lineCount }: PrintedRecord,
): Fact[] {
  const { softClose } = head;
  return [
    [words('document.award.auction'), head.title],
    [
      words('document.award.direction'),
      `${words(`direction.${head.auctionType}.name`)} · ${words(`direction.${head.auctionType}.meaning`)}`,
    ],
    [words('document.award.started'), time(new Date(head.startsAt))],
    [words('document.record.scheduledEnd'), time(new Date(head.endsAt))],
    [words('document.award.ended'), time(new Date(head.auctionEndsAt))],
    [words('document.award.closed'), time(closedAt)],
    [words('document.record.tick'), `${head.currency} ${amount(textOfCents(head.tickCents))}/REC`],
    [words('document.record.minimumBid'), quantity(head.minimumBiddingQuantity)],
    [words('auction.buyerFee'), percent(head.buyerFeeHundredths)],
    [words('auction.sellerFee'), percent(head.sellerFeeHundredths)],
    [
      words('auction.softClose'),
      softClose
        ? words('document.record.softClose', {
            minutes: String(softClose.minutes),
            total: String(limitsOf(softClose).total),
          })
        : '–',
    ],
    [words('document.record.lines'), quantity(lineCount)],
  ];
}

function itemsTable({ words, amount, quantity }: Writer, { items, currency }: RecordHead): Block {
  return {
    kind: 'table',
    columns: [
      { heading: words('item.item'), share: 4 },
      { heading: words('document.recs'), share: 2, isNumber: true },
      { heading: words('item.fulfilment'), share: 2 },
      { heading: words('document.record.minimumPrice', { currency }), share: 2, isNumber: true },
      { heading: words('document.record.maximumPrice', { currency }), share: 2, isNumber: true },
    ],
    rows: items.map((item) => [
      item.name,
      quantity(item.quantity),
      words(item.partialFulfillment ? 'item.partialYes' : 'item.wholeOnly'),
      amount(textOfCents(item.minimumBidPriceCents)),
      amount(textOfCents(item.maximumBidPriceCents)),
    ]),
  };
}

type Names = ReadonlyMap<string, string>;

function awardsTable(
  write: Writer,
  { language }: DocumentReader,
  { head, awards }: PrintedRecord,
  names: Names,
): Block {
  const { words, amount, quantity } = write;
  const { currency } = head;
  const aliases = new Map(head.bidders.map(({ bidderId, alias }) => [bidderId, alias]));
  if (awards.length === 0) return { kind: 'paragraph', text: words('document.award.none.admin') };
  return {
    kind: 'table',
    columns: [
      { heading: words('item.item'), share: 4 },
      { heading: words('room.rank'), share: 1, isNumber: true },
      { heading: words('room.bidder'), share: 3 },
      { heading: words('document.recs'), share: 2, isNumber: true },
      { heading: words('document.price', { currency }), share: 2, isNumber: true },
      { heading: words('document.award.amount', { currency }), share: 3, isNumber: true },
      { heading: words('document.award.buyerFee', { currency }), share: 3, isNumber: true },
      { heading: words('document.award.sellerFee', { currency }), share: 3, isNumber: true },
    ],
    rows: awards.map((award) => [
      names.get(award.itemId) ?? '',
      String(award.ranking),
      aliasIn(language, aliases.get(award.bidderId) ?? ''),
      quantity(award.quantity),
      amount(textOfCents(award.priceCents)),
      amount(award.amount),
      amount(award.buyerFee),
      amount(award.sellerFee),
    ]),
  };
}

/** The number of printed digits of a hash, enough to distinguish lines. The record's file has the whole hashes. */
const HASH_SHOWN = 16;

function linesTable(write: Writer, { language }: DocumentReader, { head, lines }: PrintedRecord, names: Names): Block {
  const { words, amount, quantity, timeOfDay } = write;
  const { currency } = head;
  const cellsOf = ({ line, hash }: RecordedLine): Cells => [
    String(line.seq),
    `${timeOfDay(new Date(line.at))}.${line.at.slice(20, 23)}`,
    words(`historyKind.${actionOf(line)}`),
    line.itemId === null ? '' : (names.get(line.itemId) ?? ''),
    line.alias === null ? '' : aliasIn(language, line.alias),
    line.priceCents === null ? '' : amount(textOfCents(line.priceCents)),
    line.quantity === null ? '' : quantity(line.quantity),
    notesOf(write, line).join('; '),
    hash.slice(0, HASH_SHOWN),
  ];
  return {
    kind: 'table',
    columns: [
      { heading: words('result.line'), share: 1, isNumber: true },
      { heading: words('room.time'), share: 4 },
      { heading: words('result.kind'), share: 2.6 },
      { heading: words('item.item'), share: 3.6 },
      { heading: words('room.bidder'), share: 1.8 },
      { heading: words('document.price', { currency }), share: 2, isNumber: true },
      { heading: words('document.recs'), share: 2, isNumber: true },
      { heading: words('document.record.notes'), share: 4 },
      { heading: words('result.hash'), share: 2.8 },
    ],
    // Rows are made one at a time, because there may be many.
    rows: {
      *[Symbol.iterator]() {
        for (const line of lines) yield cellsOf(line);
      },
    },
  };
}

function notesOf({ words, quantity, time }: Writer, line: HistoryLine): string[] {
  const { allowsPartial, minimumAcceptable, by, until, bidId } = line;
  const reason = openReason(line);
  const fixedReason = fixedReasonOf({ by, reason });
  const least = minimumAcceptable === null ? undefined : quantity(minimumAcceptable);
  return [
    ...(allowsPartial ? [least ? words('bidding.allowsPartialFrom', { least }) : words('bidding.allowsPartial')] : []),
    ...(by === 'admin' && bidId !== null ? [words('result.byAdmin')] : []),
    ...(until === null ? [] : [words('result.until', { time: time(new Date(until)) })]),
    ...(reason === null ? [] : [fixedReason ? words(`fixedReason.${fixedReason}`) : reason]),
  ];
}
