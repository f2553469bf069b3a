import { FIRST_HASH } from '#domain/bidding/history.ts';
import { aliasOf } from '#domain/bidding/alias.ts';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/**
 * The callers that read long lists. `busyAuctionId` is an auction with as many history lines as there are auctions
 * (`rows`).
 */
export type LongLists = {
  readonly rows: number;
  readonly admin: Caller;
  /** This caller has bids in 200 auctions and in the busy one, and also sees public auctions. */
  readonly bidder: Caller;
  /** This caller sees only the auctions that its account owns. */
  readonly owner: Caller;
  readonly busyAuctionId: string;
};

const COMPANIES = 1_000;
const OWN_AUCTIONS = 200;
const LIVE = 50;
/** A word that is in every second title. */
export const COMMON_WORD = 'Hydro';
/** A word that is in one of a hundred titles. */
export const MIDDLING_WORD = 'Kuching';
/** A word that is in only five titles. */
export const RARE_WORD = 'Zephyr';

const idOf = (kind: string, number: string): string => `md5('${kind} ' || (${number}))::uuid`;

/**
 * Fills a migrated database with `rows` auctions: fifty are live, two fifths are upcoming, and the others are past. One
 * in seven is public. One closed auction has `rows` history lines. To save minutes, indexes are built after the rows,
 * and foreign keys are not checked.
 */
export async function fillLists(database: Database, rows: number): Promise<LongLists> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('auction', 'auction_item', 'bidder', 'bid_history', 'account')
      and not exists (select 1 from pg_constraint where conname = indexname)`.execute(database.db);
  await database.exec(`
    begin;
    set local session_replication_role = replica;
    ${indexes.map(({ name }) => `drop index ${name};`).join('\n')}
    ${people}
    ${auctions(rows)}
    ${history(rows)}
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    commit;`);
  await database.exec('vacuum analyze');
  const { rows: found } = await sql<{ admin: string; user: string; account: string; owner: string; busy: string }>`
    select ${sql.raw(idOf('user', '0'))} as admin, ${sql.raw(idOf('user', '7'))} as user,
           ${sql.raw(idOf('account', '7'))} as account, ${sql.raw(idOf('account', '8'))} as owner,
           ${sql.raw(idOf('auction', '0'))} as busy`.execute(database.db);
  const [ids] = found;
  if (!ids) throw new Error('there are no users');
  return {
    rows,
    admin: callerOf(ids.admin, 'Admin', []),
    bidder: callerOf(ids.user, 'User', [{ id: ids.account, status: 'Active' }]),
    owner: callerOf(ids.admin, 'User', [{ id: ids.owner, status: 'Blacklisted' }]),
    busyAuctionId: ids.busy,
  };
}

type Account = { readonly id: string; readonly status: 'Active' | 'Blacklisted' };

const callerOf = (userId: string, role: Caller['role'], accounts: readonly Account[]): Caller => ({
  userId,
  username: '',
  email: '',
  roleName: '',
  role,
  sessionId: '',
  accounts: accounts.map((account) => ({
    ...account,
    companyName: '',
    englishCompanyName: '',
    country: 'MY',
    role: 'owner',
  })),
});

const people = `
  insert into app_user (id, username, email, password_hash)
  select ${idOf('user', 'i')}, 'trader' || i, 'trader' || i || '@example.test', '-' from generate_series(0, ${COMPANIES}) i;
  insert into account (id, company_name, country)
  select ${idOf('account', 'i')}, 'Company ' || i || ' Sdn Bhd', 'MY' from generate_series(1, ${COMPANIES}) i;
  insert into tick_size (id, name, price_step_cents)
  select ${idOf('tick', 'i')}, 'Tick ' || i, i from generate_series(1, 10) i;`;

/**
 * Returns SQL for the auctions. Auction 0 is the busy one. Live auctions end within a day. Upcoming auctions start
 * within half a year.
 */
const auctions = (rows: number): string => `
  insert into auction (id, title, auction_type, is_private, start_time, end_time, auction_end_time, minimum_rec_quantity,
    minimum_bidding_rec_quantity, seller_fee_hundredths, buyer_fee_hundredths, spot_recs, owner_account_id, tick_size_id,
    tick_cents, version, last_hash, closed_at, created_by)
  select ${idOf('auction', 'i')},
    (array['${COMMON_WORD}', 'Solar'])[1 + i % 2] || ' certificates ' || i
      || case when i % 100 = 7 then ' ${MIDDLING_WORD}' else '' end || case when i between 31 and 35 then ' ${RARE_WORD}' else '' end,
    'Forward', (i / 7) % 7 > 0, starts, ends, ends, 1, 1, 100, 150, false, ${idOf('account', `1 + i % ${COMPANIES}`)},
    ${idOf('tick', '1 + i % 10')}, 10, case i when 0 then ${rows} else 2 end, '${FIRST_HASH}',
    case when ends < now() then ends end, ${idOf('user', '0')}
  from generate_series(0, ${rows - 1}) i, lateral (select
    now() + case when i % (${rows} / ${LIVE}) = 100 then '-1 hour' when i % 5 in (1, 3) then '1 hour' else '-2 days' end::interval
          + (case when i % (${rows} / ${LIVE}) = 100 then -0.5 when i % 5 in (1, 3) then 1 else -8 end * i / ${rows}.0) * '180 days'::interval
          * case when i % (${rows} / ${LIVE}) = 100 then 0.001 else 1 end as starts) s,
    lateral (select case when i % (${rows} / ${LIVE}) = 100 then now() + '10 minutes'::interval + i * '1 day'::interval / ${rows}.0
                         else starts + '1 hour'::interval end as ends) e;
  insert into auction_item (id, auction_id, position, country, fuel_type, vintage_year, vintage_period, quantity,
    partial_fulfillment, minimum_bid_price_cents, maximum_bid_price_cents)
  select ${idOf('item', 'i')}, ${idOf('auction', 'i')}, 1, 'MY', 'Hydro', 2025, 'FullYear', 1000, true, 100, 10000
  from generate_series(0, ${rows - 1}) i;
  insert into bidder (id, auction_id, user_id, account_id, alias_number, start_time, auction_end_time)
  select admitted.*, auction.start_time, auction.auction_end_time
  from (
    select ${idOf('bidder', 'i')}, ${idOf('auction', '0')}, ${idOf('user', 'i')}, ${idOf('account', 'i')}, i
    from generate_series(1, ${COMPANIES}) i
    union all
    select ${idOf('bidder of', 'i')}, ${idOf('auction', 'i')}, ${idOf('user', `i % ${COMPANIES}`)},
           ${idOf('account', `i % ${COMPANIES}`)}, 1
    from generate_series(1, ${rows - 1}) i where i % ${COMPANIES} <> 7
    union all
    select ${idOf('own', 'i')}, ${idOf('auction', 'i')}, ${idOf('user', '7')}, ${idOf('account', '7')}, 2
    from (select 2 + n * ${Math.floor(rows / OWN_AUCTIONS)} as i from generate_series(0, ${OWN_AUCTIONS - 1}) n) own
    where i % ${COMPANIES} <> 7
  ) admitted (id, auction_id, user_id, account_id, alias_number) join auction on auction.id = auction_id;`;

/**
 * Returns SQL for the history of the busy auction. The first line of each bidder places a bid; the others revise it.
 * The last line closes the auction.
 */
const history = (rows: number): string => `
  insert into bid_history (auction_id, seq, kind, at, bid_id, item_id, bidder_id, alias, price_cents, quantity,
    allows_partial, by, hash)
  select ${idOf('auction', '0')}, seq,
    case when seq = ${rows} then 'closed' when seq <= ${COMPANIES} then 'placed' else 'revised' end,
    now() - '3 days'::interval + seq * '1 millisecond'::interval, ${idOf('bid', 'n')}, ${idOf('item', '0')},
    ${idOf('bidder', 'n')}, '${aliasOf(0).slice(0, -1)}' || n, 100 + seq % 900, 100, true, 'bidder', '${FIRST_HASH}'
  from generate_series(1, ${rows}) seq, lateral (select 1 + seq % ${COMPANIES} as n) bidder;`;
