import { linesBetween } from '#server/room/store/room-rows.ts';
import type { TestAuction } from '#testing/builders/records.ts';
import type { Site } from './closing-site.ts';

/** The answers to the bids of an auction: the number of accepted bids and of late bids. */
export type ReportedBids = { readonly endsAtMs: number; readonly accepted: number; readonly late: number };

/**
 * Compares the record, the awards and the emails of a closed auction with the answers that the bidders got. Returns a
 * text for each fault.
 */
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
    // A late bid that comes after the closing is not in the record.
    'no late bid is stored twice': of('refusedLate').length <= late,
    'every winner has one award': new Set(awards.map(({ bid_id }) => bid_id)).size === accepted,
    'no award is stored twice': awards.length === accepted,
    // One email to each bidder, and one to the owner.
    'every email is sent once':
      mails.length === accepted + 1 && new Set(mails.map(({ recipient }) => recipient)).size === mails.length,
  };
  return Object.keys(facts)
    .filter((fact) => !facts[fact])
    .map((fact) => `${auctionId}: this is not true: ${fact}`);
}
