import { listAuctionsAsAdmin, listAuctionsAsUser } from '#contract/auction/auction.ts';
import type { Route } from '#contract/basics/route.ts';
import { listBidders } from '#contract/bidder/bidder.ts';
import { listHistoryAsAdmin, listHistoryAsUser } from '#contract/bidding/bidding.ts';
import { listTickSizes } from '#contract/tick.ts';
import { findAuction } from '#server/auction/auction-rows.ts';
import { readOperations } from '#server/auction/read-auctions.ts';
import { bidderOperations } from '#server/bidder/bidder-operations.ts';
import { bidHistoryOperations } from '#server/bidding/history-operations.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Call } from '#server/platform/http/operation.ts';
import { tickOperations } from '#server/tick/tick-operations.ts';
import { COMMON_WORD, MIDDLING_WORD, RARE_WORD, type LongLists } from '#testing/builders/long-lists.ts';
import { auctionParts } from '#testing/world/quiet-parts.ts';

type ListRead = (db: Db, lists: LongLists) => Promise<unknown>;

const nothing = (): never => {
  throw new Error('a list has no transaction');
};
const parts = auctionParts();
const OPERATIONS = [...readOperations(parts), ...bidHistoryOperations(), ...bidderOperations(parts), ...tickOperations];

type ListCall = { readonly route: Route; readonly caller: Caller; readonly query: object };

async function ask(db: Db, { busyAuctionId }: LongLists, { route, caller, query }: ListCall): Promise<unknown> {
  const { handle } = OPERATIONS.find((one) => one.route === route) ?? { handle: nothing };
  const given = {
    params: { id: busyAuctionId },
    body: undefined,
    key: '',
    language: 'en',
    timeZone: 'UTC',
    address: '',
    fingerprint: '',
    confirmation: '',
  };
  return handle({
    ...given,
    query,
    caller,
    db,
    inTransaction: nothing,
    nowMs: Date.now(),
    beganAtMs: 0,
    afterCommit: nothing,
  } as Call);
}

const FIRST = { currentPage: 1, limit: 10, search: '' };
/** A page far into a list: the last page within the rows that the server counts. */
const DEEP = { currentPage: 100 };

type Reader = 'admin' | 'bidder' | 'owner';
const auctions =
  (reader: Reader, query: object): ListRead =>
  (db, lists) => {
    const route = reader === 'admin' ? listAuctionsAsAdmin : listAuctionsAsUser;
    return ask(db, lists, { route, caller: lists[reader], query: { ...FIRST, ...query } });
  };
const history =
  (reader: Reader, query: object): ListRead =>
  (db, lists) => {
    const route = reader === 'admin' ? listHistoryAsAdmin : listHistoryAsUser;
    return ask(db, lists, { route, caller: lists[reader], query: { ...FIRST, ...query } });
  };

/** Functions that read from long lists. They call the same operations as the screens. */
export const LIST_READS: Readonly<Record<string, ListRead>> = {
  'past auctions, first page': auctions('admin', { show: 'past' }),
  'past auctions, page 100': auctions('admin', { show: 'past', ...DEEP }),
  'past auctions, a word in every second': auctions('admin', { show: 'past', search: COMMON_WORD }),
  'past auctions, a word in a hundredth': auctions('admin', { show: 'past', search: MIDDLING_WORD }),
  'past auctions, a word in five': auctions('admin', { show: 'past', search: RARE_WORD }),
  "past auctions, an owner's name": auctions('admin', { show: 'past', search: 'company 18 sdn' }),
  'current auctions, first page': auctions('admin', { show: 'current' }),
  'current auctions, live only': auctions('admin', { show: 'current', status: 'live' }),
  'current auctions, a word in five': auctions('admin', { show: 'current', search: RARE_WORD }),
  "a bidder's current auctions": auctions('bidder', { show: 'current' }),
  "a bidder's past auctions": auctions('bidder', { show: 'past' }),
  "a bidder's past auctions, page 100": auctions('bidder', { show: 'past', ...DEEP }),
  "a bidder's past auctions, a word in every second": auctions('bidder', { show: 'past', search: COMMON_WORD }),
  "a bidder's past auctions, a word in five": auctions('bidder', { show: 'past', search: RARE_WORD }),
  'past auctions of an owner': auctions('owner', { show: 'past' }),
  'bid history, first page': history('admin', {}),
  'bid history, last page': (db, lists) => history('admin', { currentPage: lists.rows / FIRST.limit })(db, lists),
  'bid history, one company': history('admin', { search: 'company 17 sdn' }),
  'bid history, a tenth of the bidders': history('admin', { search: 'company 1' }),
  'bid history, no such bidder': history('admin', { search: 'nobody' }),
  'bid history, an alias, as a bidder': history('bidder', { search: 'bidder 777' }),
  'one auction with its figures, as a bidder': (db, { bidder, busyAuctionId }) =>
    findAuction(db, bidder, busyAuctionId),
  'bidders with their numbers of bids': (db, lists) =>
    ask(db, lists, { route: listBidders, caller: lists.admin, query: { CurrentPage: 1, Limit: 50, Search: '' } }),
  'tick sizes with their numbers of auctions': (db, lists) =>
    ask(db, lists, { route: listTickSizes, caller: lists.admin, query: FIRST }),
};

/**
 * Searches of one and two letters. They have no trigram to look up, so they read auctions until they have counted
 * enough, or all of them.
 */
export const SHORT_SEARCHES: Readonly<Record<string, ListRead>> = {
  'past auctions, one letter in every title': auctions('admin', { show: 'past', search: 'e' }),
  'past auctions, two letters in every second title': auctions('admin', { show: 'past', search: 'hy' }),
  'past auctions, two letters in a hundredth': auctions('admin', { show: 'past', search: 'ku' }),
  'past auctions, two letters in five titles': auctions('admin', { show: 'past', search: 'ze' }),
  'past auctions, two letters in none': auctions('admin', { show: 'past', search: 'qq' }),
  "a bidder's past auctions, two letters in every second title": auctions('bidder', { show: 'past', search: 'hy' }),
  "a bidder's past auctions, two letters in five titles": auctions('bidder', { show: 'past', search: 'ze' }),
};
