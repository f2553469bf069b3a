import { sql, type RawBuilder } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#server/platform/database/database.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import type { Pair } from './commands.ts';
import type { Stage } from './stage.ts';

const SETTLED_TRIES = 500;

/** Waits until the background work has processed all queued auctions. Reports a violation if that never happens. */
async function untilSettled(db: Db): Promise<string[]> {
  for (let i = 0; i < SETTLED_TRIES; i += 1) {
    const { rows } = await sql`select from auction_settling limit 1`.execute(db);
    if (rows.length === 0) return [];
    await pause(10);
  }
  return ['queued auctions are not settled'];
}

/** Returns queries by the name of the violation. Each query finds rows of one stage that must not exist. */
const broken = (stage: Stage, pair: Pair): Record<string, RawBuilder<unknown>> => {
  const auctions = sql`(${stage.upcoming.auctionId}::uuid, ${stage.live.auctionId}::uuid)`;
  const orders = sql`(${stage.sellOrder.id}::uuid, ${stage.draft.id}::uuid)`;
  const isJudgedBeforeStart = !pair.some(({ isAlsoLive }) => isAlsoLive);
  return {
    'a user with two seats in one auction': sql`
      select from bidder where auction_id in ${auctions} group by auction_id, user_id having count(*) > 1`,
    'a seat of a user who may not bid, although another member could take it': sql`
      select from bidder b join auction a on a.id = b.auction_id and a.closed_at is null
      where auction_id in ${auctions}
        and not exists (select from account_member m
          where m.account_id = b.account_id and m.user_id = b.user_id and m.role <> 'viewer')
        and exists (select from account_member m where m.account_id = b.account_id and m.role <> 'viewer'
          and not exists (select from bidder o where o.auction_id = b.auction_id and o.user_id = m.user_id))`,
    'a history with a gap': sql`
      select from auction a where id in ${auctions} and version <> (
        select count(*) from bid_history where auction_id = a.id having min(seq) = 1 and max(seq) = count(*))`,
    // Other kinds are not compared: a line from a room's queue has its time of receipt, which may be earlier.
    'an entry earlier than the previous one': sql`
      select from (select kind, at, lag(at) over (partition by auction_id order by seq) as before
        from bid_history where auction_id in ${auctions}) line
      where at < before and kind in ('created', 'changed', 'closed')`,
    'a change from before the start with a later time': sql`
      select from bid_history h join auction a on a.id = h.auction_id
      where ${isJudgedBeforeStart} and a.id = ${stage.upcoming.auctionId} and h.kind = 'changed' and h.at >= a.start_time`,
    'a standing bid without a seat': sql`
      select from (select distinct on (bid_id) kind, bidder_id from bid_history
        where auction_id in ${auctions} and bid_id is not null order by bid_id, seq desc) last
      where kind <> 'cancelled' and not exists (select from bidder where id = last.bidder_id)`,
    'quantities of a sell order that do not add up': sql`
      select from sell_order o where id in ${orders} and (
        total_quantity <> remaining_quantity + reserved_quantity + sold_quantity
        or (total_quantity, remaining_quantity, reserved_quantity) <> (
          select coalesce(sum(total_quantity), 0), coalesce(sum(remaining_quantity), 0), coalesce(sum(reserved_quantity), 0)
          from sell_order_item where sell_order_id = o.id)
        or reserved_quantity <> (
          select coalesce(sum(quantity), 0) from buy_order where sell_order_id = o.id and status = 'Pending'))`,
    'a blacklisted seller with a scheduled publication': sql`
      select from sell_order o join account s on s.id = o.seller_account_id
      where o.id in ${orders} and s.status = 'Blacklisted' and o.publish_at > clock_timestamp()`,
    'a beneficiary saved twice': sql`
      select from beneficiary where account_id = ${stage.owner.accountId} group by name having count(*) > 1`,
    'a holding with more retired RECs than it had': sql`
      select from ledger_account where id = ${stage.holdingId} and balance < 0`,
    'an erased person who is still a member': sql`
      select from account_member m join app_user u on u.id = m.user_id
      where u.id = ${stage.trader.userId} and u.erased_at is not null`,
  };
};

/** Returns what is wrong in the database after a round. */
export async function findViolations(db: Db, stage: Stage, pair: Pair): Promise<string[]> {
  const found = await untilSettled(db);
  for (const [name, query] of Object.entries(broken(stage, pair))) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Returns errors of the whole ledger, and the number of deadlocks that the database resolved. */
export async function findInTheEnd(db: Db): Promise<string[]> {
  const { problems } = await proveLedger(db);
  // Connections report their counts when they are idle, a second later at most.
  await pause(1_500);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db);
  const deadlocks = rows[0]?.deadlocks ?? 0;
  return [...problems.map((problem) => JSON.stringify(problem)), ...(deadlocks > 0 ? [`${deadlocks} deadlocks`] : [])];
}
