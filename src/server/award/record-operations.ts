import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FileReply } from '#contract/file.ts';
import {
  awardsText,
  getRecordAsAdmin,
  getRecordAsUser,
  headText,
  linesText,
  listRecordKeys,
  RECORD_TYPE,
  sealLine,
} from '#contract/record.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import type { RecordedAward } from '#domain/record/record.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { namesOf } from '#server/auction/present-auction.ts';
import { recordHead } from '#server/award/record-head.ts';
import { loadRecordKey, type RecordKey } from '#server/award/record-key.ts';
import { requireResult, type ResultCall } from '#server/award/result-operations.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Identity } from '#server/identity/identity.ts';
import { publicEnvironment } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import { operation, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

export type RecordParts = { readonly key: RecordKey; readonly currency: string };

export const openRecords = async ({ db, secret, config }: Identity): Promise<RecordParts> => ({
  key: await loadRecordKey(db, secret),
  currency: publicEnvironment(config, []).currency,
});

/** Lines read and written down at a time: between two pieces bids of other auctions have their turn. */
const PIECE = 2_000;

/** Built anew from the rows each time, and the same to the byte each time: nothing of a closed auction changes any more. */
async function buildRecord(parts: AuctionParts, { key, currency }: RecordParts, call: ResultCall): Promise<FileReply> {
  const { db } = call;
  const { id, title } = await requireResult(parts, call);
  const rows = roomRows(db);
  const auctionId = id as AuctionId;
  const [now, settings] = [await rows.peek(auctionId), await rows.settings(auctionId)];
  if (!now || !settings) throw new Refused('not_found');
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  const write = (text: string): void => {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    pieces.push(bytes);
  };
  const itemNames = namesOf(await itemsOf(db, [id]));
  write(headText(recordHead(settings, now.times, { title, currency, itemNames })));
  for (let seq = 0; seq < now.version; seq += PIECE)
    write(linesText(await rows.lines(auctionId, seq, Math.min(now.version, seq + PIECE))));
  write(awardsText(await findAwards(db, id)));
  pieces.push(Buffer.from(sealLine(key.seal(hash.digest('hex')))));
  return { name: `record-${id}.jsonl`, type: RECORD_TYPE, bytes: Buffer.concat(pieces) };
}

/** As they were stored at the closing, item after item in rank order. */
async function findAwards(db: Db, auctionId: string): Promise<RecordedAward[]> {
  const { rows } = await sql<RecordedAward>`
    select a.item_id as "itemId", a.bid_id as "bidId", a.bidder_id as "bidderId", a.ranking, a.quantity,
           a.price_cents as "priceCents", a.amount::text, a.seller_fee::text as "sellerFee", a.buyer_fee::text as "buyerFee"
    from award a join auction_item i on i.id = a.item_id
    where a.auction_id = ${auctionId} order by i.position, i.id, a.ranking`.execute(db);
  return rows;
}

export const recordOperations = (parts: AuctionParts, record: RecordParts): Operation[] => [
  operation(getRecordAsAdmin, (call) => buildRecord(parts, record, call)),
  operation(getRecordAsUser, (call) => buildRecord(parts, record, call)),
  operation(listRecordKeys, async () => [{ algorithm: 'Ed25519' as const, publicKey: record.key.publicKey }]),
];
