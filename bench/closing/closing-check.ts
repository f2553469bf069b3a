import { linesBetween } from '#server/room/store/room-rows.ts';
import type { TestAuction } from '#testing/builders/records.ts';
import type { Site } from './closing-site.ts';

/** The answers that the bidders of an auction got: how many bids were accepted and how many were late. */
export type ReportedBids = { readonly endsAtMs: number; readonly accepted: number; readonly late: number };

/** Returns what is wrong with the record, awards and emails of a closed auction, compared with the bidders' answers. */
export async function wrongRecord(site: Site, { auctionId }: TestAuction, told: ReportedBids): Promise<string[]> {
  const { db } = site.database;
  const { endsAtMs, accepted, late } = told;
  const { version } = await db
    .selectFrom('auction')
    .select('version')
    .where('id', '=', auctionId)
    .executeTakeFirstOrThrow();
  const lines = (await linesBetween(db, auctionId, 0, version)).map(({ line }) => line);
  const of = (kind: string) => lines.filter((line) => line.kind === kind);
  const awards = await db.selectFrom('award').select('bid_id').where('auction_id', '=', auctionId).execute();
  const mails = await db
    .selectFrom('outbox')
    .select('recipient')
    .where('body', 'like', `%/auction-result/${auctionId}%`)
    .execute();
  const facts: Record<string, boolean> = {
    'the last entry is the only closed one': of('closed').length === 1 && lines.at(-1)?.kind === 'closed',
    'every accepted bid is stored once': of('placed').length === accepted,
    'accepted bids are from before the end': of('placed').every(({ at }) => Date.parse(at) < endsAtMs),
    'late bids are from the end on': of('refusedLate').every(({ at }) => Date.parse(at) >= endsAtMs),
    // One that comes after the closing is in the record no more.
    'no late bid is stored twice': of('refusedLate').length <= late,
    'every winner has one award': new Set(awards.map(({ bid_id }) => bid_id)).size === accepted,
    'no award is stored twice': awards.length === accepted,
    // All who placed a bid, and the owner.
    'every email is sent once':
      mails.length === accepted + 1 && new Set(mails.map(({ recipient }) => recipient)).size === mails.length,
  };
  return Object.keys(facts)
    .filter((fact) => !facts[fact])
    .map((fact) => `${auctionId}: this is not true: ${fact}`);
}
