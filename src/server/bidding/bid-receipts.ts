import { sql } from 'kysely';
import { HISTORY_KINDS } from '#domain/bidding/history.ts';
import { itemsOf } from '#server/auction/auction-rows.ts';
import { storedItemNames } from '#server/auction/items/stored-items.ts';
import type { Db } from '#server/platform/database/database.ts';
import { textOfCentsInSql } from '#server/platform/database/money.ts';
import { usableLanguages } from '#domain/platform-setting/languages.ts';
import type { Writer } from '#server/platform/document/writer-for.ts';
import { knownLanguages, wordsIn } from '#server/platform/http/words.ts';

/**
 * The receipts for the participants of an auction: the hash of the record's last line, and, for each bidder, the hashes
 * of the lines about its bids (decision 28).
 */
export type Receipts = {
  readonly auctionId: string;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly ofBidder: ReadonlyMap<string, string>;
  /** The bidders with too many receipts for an email. */
  readonly elsewhere: ReadonlySet<string>;
};

/** The maximum number of receipts in an email for one bidder. The bid history has all of them. */
const RECEIPTS_MAX = 500;

/**
 * Returns the receipts in the form in which an email shows them. The database formats the receipts, because the closing
 * holds the auction's row meanwhile and must be fast. A bidder with more than 500 lines gets no receipts. Call it after
 * the last line is written.
 */
export async function readReceipts(db: Db, auctionId: string, bidderIds: readonly string[]): Promise<Receipts> {
  const names = [...storedItemNames(await itemsOf(db, [auctionId]))];
  const offered = await sql<{ offered: string[] }>`select offered_languages() as offered`.execute(db);
  const languages = usableLanguages({ offered: offered.rows[0]?.offered ?? [] }, knownLanguages());
  const kinds = HISTORY_KINDS.map((kind) => languages.map((language) => wordsIn(language)(`historyKind.${kind}`)));
  const counted = await sql<{ bidder_id: string; lines: number }>`
    select one.bidder_id, tally.lines from unnest(${[...bidderIds]}::uuid[]) as one (bidder_id)
    cross join lateral (
      select count(*)::int as lines
      from (select from bid_history where bidder_id = one.bidder_id limit ${RECEIPTS_MAX + 1}) first_lines
    ) tally`.execute(db);
  const isLong = ({ lines }: { lines: number }): boolean => lines > RECEIPTS_MAX;
  const elsewhere = new Set(counted.rows.filter(isLong).map(({ bidder_id: bidderId }) => bidderId));
  const mailed = bidderIds.filter((bidderId) => !elsewhere.has(bidderId));
  const own = sql<{ bidder_id: string; receipts: string }>`
    select line.bidder_id, string_agg(concat_ws('  ',
        '#' || line.seq, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind.words, item.name,
        ${textOfCentsInSql(sql`line.price_cents`)} || ' × ' || to_char(line.quantity, 'FM999,999,999')
      ) || E'\n' || line.hash, E'\n' order by line.seq) as receipts
    from bid_history line
    join unnest(${[...HISTORY_KINDS]}::text[], ${kinds.map((words) => words.join(' / '))}::text[]) as kind (kind, words)
      on kind.kind = line.kind
    left join unnest(${names.map(([id]) => id)}::uuid[], ${names.map(([, name]) => name)}::text[]) as item (id, name)
      on item.id = line.item_id
    where line.auction_id = ${auctionId} and line.bidder_id = any(${mailed}::uuid[])
    group by line.bidder_id`;
  const head = await sql<Receipts['head']>`
    select seq, hash from bid_history where auction_id = ${auctionId} order by seq desc limit 1`.execute(db);
  const [last] = head.rows;
  if (!last) throw new Error('a closed auction has no last entry');
  const { rows } = await own.execute(db);
  const ofBidder = new Map(rows.map(({ bidder_id: bidderId, receipts }) => [bidderId, receipts]));
  return { auctionId, head: last, ofBidder, elsewhere };
}

/**
 * Returns the last part of an email: an explanation in each language, and the hashes, which are the same in all
 * languages.
 */
export function receiptsFor(
  { auctionId, head, ofBidder, elsewhere }: Receipts,
  bidderIds: readonly string[],
  publicUrl: string,
) {
  const own = bidderIds.flatMap((bidderId) => ofBidder.get(bidderId) ?? []);
  const params = {
    link: `${publicUrl}/record`,
    history: `${publicUrl}/auction-result/${auctionId}`,
    most: RECEIPTS_MAX,
  };
  const isElsewhere = bidderIds.some((bidderId) => elsewhere.has(bidderId));
  const phrase = isElsewhere ? 'mail.receiptsElsewhere' : own.length > 0 ? 'mail.receipts' : 'mail.recordHead';
  return {
    explain: (words: Writer['words']): string => words(phrase, params),
    lines: [`#${head.seq}\n${head.hash}`, ...own].join('\n\n'),
  };
}
