import {
  addBidders,
  listBidderCandidates,
  listBidders,
  removeBidder,
  updateBidder,
  exportBidders,
  type Bidder,
  type PastedLine,
} from '#contract/bidder/bidder.ts';
import { judgeMaxQuantity } from '#domain/basics/quantity.ts';
import type { Language } from '#domain/basics/language.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { queueInvitations } from '#server/auction/auction-webhooks.ts';
import { insertBidder, judgeCandidate, lockCandidates, isFreeToBid } from '#server/auction/admit-bidder.ts';
import { readPastedOperation } from '#server/bidder/read-pasted-bidders.ts';
import { requireAuction } from '#server/auction/stored-auctions.ts';
import { beginChange, beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { settleAndTell, settleEdit, type EditOf } from '#server/auction/settling/settle-edit.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { exportFile, rowLimitOf, type ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { sql, type RawBuilder } from 'kysely';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import { standingBidCount } from '#server/room/store/history-facts.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { offsetOf, pageOf, type PageQuery } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';

/** A bidder in the form of the API, except for the alias and the time at which the terms were accepted. */
type BidderRow = Omit<Bidder, 'alias' | 'termsAcceptedAt'> & { alias_number: number; accepted_at: Date | null };

const bidderTables = sql`bidder b join app_user u on u.id = b.user_id join account a on a.id = b.account_id`;

type Part = { readonly limit?: number; readonly offset?: number };

/** Returns the bidders of an auction that meet a condition, sorted by company. */
async function selectBidders(
  db: Db,
  language: Language,
  where: RawBuilder<unknown>,
  { limit, offset = 0 }: Part = {},
): Promise<Bidder[]> {
  const { rows } = await sql<BidderRow>`
    select b.id as "bidderId", b.user_id as "userId", u.username, b.account_id as "accountId",
           ${companyNameFor(language, sql`a`)} as "businessAccount", b.alias_number, b.max_quantity as "maxQuantity",
           coalesce(b.max_quantity, a.max_bid_quantity, ${QUANTITY_MAX}) as "effectiveMaxQuantity",
           b.terms_accepted_at as accepted_at, b.terms_version as "termsVersion", ${standingBidCount(sql`b`)} as "bidCount"
    from ${bidderTables} where ${where}
    order by a.company_name, b.id limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows.map(({ alias_number: number, accepted_at: at, ...bidder }) => ({
    ...bidder,
    alias: aliasOf(number),
    termsAcceptedAt: at?.toISOString() ?? null,
  }));
}

const findBidders = (db: Db, language: Language, auctionId: string, bidderIds: readonly string[]): Promise<Bidder[]> =>
  selectBidders(db, language, sql`b.auction_id = ${auctionId} and b.id = any(${[...bidderIds]}::uuid[])`);

/** Returns the members of a bidder's company. All of them may follow the auction. */
export async function membersOf(db: Db, { accountId }: Pick<Bidder, 'accountId'>): Promise<string[]> {
  const rows = await db.selectFrom('account_member').select('user_id').where('account_id', '=', accountId).execute();
  return rows.map(({ user_id }) => user_id);
}

type BidderQuery = PageQuery & { readonly search: string };

const named = ({ search }: Pick<BidderQuery, 'search'>) => sql`
  (u.username ilike ${containing(search)} escape '\\' or a.company_name ilike ${containing(search)} escape '\\'
    or a.english_company_name ilike ${containing(search)} escape '\\')`;

async function pageOfBidders(db: Db, language: Language, auctionId: string, query: BidderQuery) {
  const where = sql`b.auction_id = ${auctionId} and ${named(query)}`;
  const bidders = await selectBidders(db, language, where, { limit: query.limit, offset: offsetOf(query) });
  return pageOf(bidders, await countIn(db, sql`from ${bidderTables} where ${where}`), query);
}

async function countIn(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}

const findBiddersNamed = (
  db: Db,
  language: Language,
  auctionId: string,
  { search, limit }: { readonly search: string; readonly limit: number },
): Promise<Bidder[]> =>
  selectBidders(db, language, sql`b.auction_id = ${auctionId} and ${named({ search })}`, { limit });

type Candidate = PastedLine['candidates'][number];

/**
 * Returns a page of members who may trade for Active accounts. Leaves out accounts that already are bidders, the owner,
 * and accounts related to the owner. A rehearsal has no candidates.
 */
async function pageOfCandidates(db: Db, language: Language, auctionId: string, query: BidderQuery) {
  const from = sql`
    from account_member m join app_user u on u.id = m.user_id join account a on a.id = m.account_id
    where a.status = 'Active' and m.role <> 'viewer' and u.auction_user_role = 'User'
      and ${isFreeToBid(auctionId)}
      and ${named(query)}`;
  const { rows } = await sql<Candidate>`
    select m.user_id as "userId", u.username, m.account_id as "accountId",
           ${companyNameFor(language, sql`a`)} as "businessAccount" ${from}
    order by a.company_name, u.username limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
  return pageOf(rows, await countIn(db, from), query);
}

export async function requireBidder(
  { db, language }: Pick<Call, 'db' | 'language'>,
  auctionId: string,
  bidderId: string,
) {
  const [bidder] = await findBidders(db, language, auctionId, [bidderId]);
  if (!bidder) throw new Refused('not_found');
  return bidder;
}

export const bidderOperations = (parts: AuctionParts): Operation[] => [
  operation(listBidders, async ({ db, params, query, language }) => {
    await requireAuction(db, params.id);
    const { CurrentPage: currentPage, Limit: limit, Search: search } = query;
    return pageOfBidders(db, language, params.id, { currentPage, limit, search });
  }),

  exportBiddersOperation,

  operation(listBidderCandidates, async ({ db, params, query, language }) => {
    await requireAuction(db, params.id);
    return pageOfCandidates(db, language, params.id, query);
  }),

  readPastedOperation,

  operation(addBidders, async ({ db, params, body, caller, language, afterCommit }) => {
    await lockCandidates(db, body.buyers);
    const change = await beginChange(roomRows(db), params.id);
    if (change.isEnded) throw new Refused('auction_has_ended');
    const added: string[] = [];
    for (const [index, buyer] of body.buyers.entries()) {
      const maxQuantity = judgeMaxQuantity(buyer.maxQuantity);
      const code = await judgeCandidate(db, params.id, buyer);
      refuseFields({
        [`buyers.${index}.maxQuantity`]: maxQuantity,
        [`buyers.${index}.accountId`]: code && { code },
      });
      added.push(await insertBidder(db, { auctionId: params.id, ...buyer, terms: null }));
    }
    await settleAndTell(db, parts.publicUrl, change, caller.userId);
    await queueInvitations(db, params.id, added);
    afterCommit(announceChange(parts, params.id));
    return findBidders(db, language, params.id, added);
  }),

  operation(updateBidder, async (call) => {
    const { db, params, body, afterCommit } = call;
    const change = await beginChangeBeforeStart(roomRows(db), params.id);
    await requireBidder(call, params.id, params.bidderId);
    refuseFields({ maxQuantity: judgeMaxQuantity(body.maxQuantity) });
    await db.updateTable('bidder').set({ max_quantity: body.maxQuantity }).where('id', '=', params.bidderId).execute();
    await settleEdit(parts.publicUrl, call, change);
    afterCommit(announceChange(parts, params.id));
    return requireBidder(call, params.id, params.bidderId);
  }),

  operation(removeBidder, async (call) => {
    await removeFromAuction(parts, call, { auctionId: call.params.id, bidderId: call.params.bidderId });
    return {};
  }),
];

/** Exports all bidders of the admin's list that match the search (docs/rules.md#specified-calls). */
const exportBiddersOperation = operation(exportBidders, async ({ db, params, query, language, timeZone }) => {
  const { format, Search: search } = query;
  const { title } = await requireAuction(db, params.id);
  const rows = await findBiddersNamed(db, language, params.id, { search, limit: rowLimitOf(format) });
  const columns = columnsFor(params.id, language, timeZone);
  return exportFile({ name: `bidders-${title}`, columns, rows }, { format, timeZone });
});

function columnsFor(auctionId: string, language: Language, timeZone: string): ExportColumn<Bidder>[] {
  const words = wordsIn(language);
  return [
    { key: 'auctionId', raw: () => auctionId },
    { key: 'bidderId', raw: ({ bidderId }) => bidderId },
    { key: 'userId', raw: ({ userId }) => userId },
    { key: 'accountId', raw: ({ accountId }) => accountId },
    { key: 'username', heading: words('bidder.username'), value: ({ username }) => username },
    {
      key: 'businessAccount',
      heading: words('bidder.businessAccount'),
      value: ({ businessAccount }) => businessAccount,
    },
    {
      key: 'alias',
      heading: words('bidder.alias'),
      value: ({ alias }) => aliasIn(language, alias),
      raw: ({ alias }) => alias,
    },
    { key: 'maxQuantity', heading: words('bidder.maxQuantity'), value: ({ maxQuantity }) => maxQuantity ?? '' },
    {
      key: 'effectiveMaxQuantity',
      heading: words('bidder.effectiveMax'),
      value: (bidder) => bidder.effectiveMaxQuantity,
    },
    { key: 'bidCount', heading: words('bidder.bids'), value: ({ bidCount }) => bidCount },
    {
      key: 'termsAcceptedAt',
      heading: `${words('bidder.terms')} (${timeZone})`,
      value: ({ termsAcceptedAt }) => (termsAcceptedAt === null ? '' : new Date(termsAcceptedAt)),
    },
    { key: 'termsVersion', heading: words('bidder.termsVersion'), value: ({ termsVersion }) => termsVersion ?? '' },
  ];
}

/** Removes a bidder from a private auction before its start, with the bidder's bids (docs/rules.md#bidders). */
export async function removeFromAuction(
  parts: AuctionParts,
  call: EditOf & Pick<Call, 'afterCommit' | 'language'>,
  { auctionId, bidderId }: { readonly auctionId: string; readonly bidderId: string },
): Promise<void> {
  const { db, afterCommit } = call;
  const change = await beginChangeBeforeStart(roomRows(db), auctionId);
  const auction = await requireAuction(db, auctionId);
  const bidder = await requireBidder(call, auctionId, bidderId);
  if (!auction.is_private) throw new Refused('bidder_not_removable_from_public');
  await db.deleteFrom('bidder').where('id', '=', bidderId).execute();
  await settleEdit(parts.publicUrl, call, change);
  afterCommit(announceChange(parts, auctionId));
  for (const userId of await membersOf(db, bidder))
    afterCommit(() => parts.rooms.endSockets(auctionId as AuctionId, userId));
}
