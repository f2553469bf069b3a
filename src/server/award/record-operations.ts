import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  awardsText,
  getRecordAsAdmin,
  getRecordAsUser,
  headText,
  linesText,
  listRecordKeys,
  RECORD_TYPE,
  type RecordFormat,
  sealLine,
} from '#contract/award/record.ts';
import type { FileReply } from '#contract/basics/file.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { RecordedAward, RecordedLine, RecordHead } from '#domain/record/record.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import { positionOfItem } from '#server/auction/stored-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { storedItemNames } from '#server/auction/items/stored-items.ts';
import type { Issuer } from '#server/award/award-statement-pdf.ts';
import { loadRecordKey, type RecordKey } from '#server/award/record-key.ts';
import { PRINTED_LINES_MAX, recordPdf } from '#server/award/record-pdf.ts';
import { requireResult, type ResultCall } from '#server/award/result-operations.ts';
import type { Identity } from '#server/identity/identity.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pdfFile } from '#server/platform/document/make-pdf.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { RoomSettings, RoomTimes } from '#server/room/room-state.ts';

export type RecordParts = Issuer & { readonly key: RecordKey };

/** Loads the data that records need: brand, currency and the deployment's key. */
export async function openRecords({ db, secret, config }: Identity): Promise<RecordParts> {
  const key = await loadRecordKey(db, secret);
  return {
    brand: config.brand,
    get currency() {
      return config.currency;
    },
    key,
  };
}

/** The number of lines that are read and written at a time. In between, the process can handle bids elsewhere. */
const PIECE = 2_000;

/** Returns the parts of a record. Lines are read in pieces. */
async function openRecord(parts: AuctionParts, { currency }: RecordParts, call: ResultCall) {
  const { db } = call;
  const { id, title, closed_at: closedAt, auction_end_time: endedAt } = await requireResult(parts, call);
  const rows = roomRows(db);
  const auctionId = id as AuctionId;
  const [now, settings] = [await rows.peek(auctionId), await rows.settings(auctionId)];
  if (!now || !settings) throw new Refused('not_found');
  const itemNames = storedItemNames(await itemsOf(db, [id]));
  return {
    head: recordHead(settings, now.times, { title, currency, itemNames }),
    lineCount: now.version,
    linesAfter: (seq: number, most: number) => rows.lines(auctionId, seq, Math.min(now.version, seq + most)),
    awards: await findAwards(db, id),
    closedAt: closedAt ?? endedAt,
  };
}

/**
 * Builds the record from the rows on each call. The bytes are the same each time, because a closed auction never
 * changes.
 */
async function buildRecord(parts: AuctionParts, record: RecordParts, call: ResultCall): Promise<FileReply> {
  const { head, lineCount, linesAfter, awards } = await openRecord(parts, record, call);
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  const write = (text: string): void => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    pieces.push(bytes);
  };
  write(headText(head));
  for (let seq = 0; seq < lineCount; seq += PIECE) write(linesText(await linesAfter(seq, PIECE)));
  write(awardsText(awards));
  pieces.push(Buffer.from(sealLine(record.key.seal(hash.digest('hex')))));
  return { name: `record-${head.auctionId}.jsonl`, type: RECORD_TYPE, bytes: Buffer.concat(pieces) };
}

async function printRecord(parts: AuctionParts, record: RecordParts, call: RecordCall): Promise<FileReply> {
  const { linesAfter, ...opened } = await openRecord(parts, record, call);
  const { lineCount, head } = opened;
  const lines: RecordedLine[] = [];
  const printed = lineCount > PRINTED_LINES_MAX ? 0 : lineCount;
  for (let seq = 0; seq < printed; seq += PIECE) lines.push(...(await linesAfter(seq, PIECE)));
  const [last] = await linesAfter(lineCount - 1, 1);
  const reader = {
    language: baseLanguageOf(call.language),
    timeZone: call.timeZone,
    feeNames: await settingIn(call.db, 'feeNames'),
  };
  const told = { ...opened, lines, headHash: last?.hash ?? '', publicKey: record.key.publicKey };
  return pdfFile(`record-${head.auctionId}`, recordPdf(told, reader, record.brand));
}

type RecordCall = ResultCall & Pick<Call, 'timeZone'> & { readonly query: { readonly format: RecordFormat } };

const takeRecord = (parts: AuctionParts, record: RecordParts, call: RecordCall): Promise<FileReply> =>
  call.query.format === 'pdf' ? printRecord(parts, record, call) : buildRecord(parts, record, call);

/** Returns the awards as the closing stored them, by item and rank. Awards after a default are not among them (decision 112). */
async function findAwards(db: Db, auctionId: string): Promise<RecordedAward[]> {
  const { rows } = await sql<RecordedAward>`
    select a.item_id as "itemId", a.bid_id as "bidId", a.bidder_id as "bidderId", a.ranking, a.quantity,
           a.price_cents as "priceCents", a.amount::text, a.seller_fee::text as "sellerFee", a.buyer_fee::text as "buyerFee"
    from award a where a.auction_id = ${auctionId} and a.offer_id is null
    order by ${positionOfItem(sql`a.item_id`)}, a.item_id, a.ranking`.execute(db);
  return rows;
}

export const recordOperations = (parts: AuctionParts, record: RecordParts): Operation[] => [
  operation(getRecordAsAdmin, (call) => takeRecord(parts, record, call)),
  operation(getRecordAsUser, (call) => takeRecord(parts, record, call)),
  operation(listRecordKeys, async () => [{ algorithm: 'Ed25519' as const, publicKey: record.key.publicKey }]),
];

type Named = {
  readonly title: string;
  readonly currency: string;
  /** Display names of the items by their ids. */
  readonly itemNames: ReadonlyMap<string, string>;
};

/**
 * Returns an auction's settings for its record, as its room has them. Leaves out the names of the owner and the
 * bidders, and the bidders' maximums.
 */
export const recordHead = (
  { auctionId, terms, fees, softClose, salt, items, bidders }: RoomSettings,
  times: Pick<RoomTimes, 'startsAtMs' | 'endsAtMs' | 'auctionEndsAtMs'>,
  { title, currency, itemNames }: Named,
): RecordHead => ({
  // Version 1 of the rules is left out, so that older records stay the same byte for byte.
  ...(terms.rules !== 1 && { rules: terms.rules }),
  ...(salt !== null && { salt }),
  auctionId,
  title,
  auctionType: terms.auctionType,
  currency,
  tickCents: terms.tickCents,
  minimumBiddingQuantity: terms.minimumBiddingQuantity,
  sellerFeeHundredths: fees.sellerFeeHundredths,
  buyerFeeHundredths: fees.buyerFeeHundredths,
  softClose,
  startsAt: new Date(times.startsAtMs).toISOString(),
  endsAt: new Date(times.endsAtMs).toISOString(),
  auctionEndsAt: new Date(times.auctionEndsAtMs).toISOString(),
  items: [...items.values()].map((item) => ({ ...item, name: itemNames.get(item.itemId) ?? '' })),
  bidders: [...bidders.values()].map(({ bidderId, alias }) => ({ bidderId, alias })),
});
