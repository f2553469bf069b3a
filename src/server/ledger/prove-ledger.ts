import { sql, type RawBuilder } from 'kysely';
import { MOVEMENTS } from '#domain/holding/ledger.ts';
import type { Db } from '#server/platform/database/database.ts';

/** A rule of the whole ledger, and a query for the rows that break it. */
type Proof = { readonly says: string; readonly broken: RawBuilder<Record<string, unknown>> };

/** Numbers of ledger accounts and entries, and the rows that break a rule. */
export type LedgerProof = {
  readonly places: number;
  readonly entries: number;
  readonly problems: readonly { readonly says: string; readonly row: Record<string, unknown> }[];
};

const ways = Object.entries(MOVEMENTS).flatMap(([kind, between]) => between.map((way) => `${kind} ${way}`));

const PROOFS: readonly Proof[] = [
  {
    says: 'a balance equals its incoming minus its outgoing entries',
    broken: sql`
      select place.id, place.balance, coalesce(moved.balance, 0) as entries_say
      from ledger_account place
      left join (
        select id, sum(quantity) as balance
        from (select to_id as id, quantity from ledger_entry union all select from_id, -quantity from ledger_entry) sides
        group by id
      ) moved on moved.id = place.id
      where place.balance <> coalesce(moved.balance, 0)`,
  },
  {
    says: 'only a supply account is negative',
    broken: sql`select id, kind, balance from ledger_account where balance < 0 and kind <> 'supply'`,
  },
  {
    says: 'an entry moves one product, between the kinds of accounts that its own kind allows',
    broken: sql`
      select entry.id, entry.kind, source.kind as "from", target.kind as "to"
      from ledger_entry entry
      join ledger_account source on source.id = entry.from_id
      join ledger_account target on target.id = entry.to_id
      where entry.kind || ' ' || source.kind || ' ' || target.kind <> all (${ways})
         or (source.country, source.fuel_type, source.vintage_year, source.vintage_period)
         <> (target.country, target.fuel_type, target.vintage_year, target.vintage_period)`,
  },
  {
    says: 'listed, returned and retired RECs stay with their company',
    broken: sql`
      select entry.id, entry.kind
      from ledger_entry entry
      join ledger_account source on source.id = entry.from_id
      join ledger_account target on target.id = entry.to_id
      where entry.kind in ('listed', 'returned', 'retired') and source.account_id <> target.account_id`,
  },
  {
    says: 'all balances of a product add up to zero',
    broken: sql`
      select country, fuel_type, vintage_year, vintage_period, sum(balance) as balance
      from ledger_account group by country, fuel_type, vintage_year, vintage_period having sum(balance) <> 0`,
  },
  {
    says: 'an award has one holding of its buyer, filled by one entry of its quantity',
    broken: sql`
      select award.id, award.quantity, count(entry.id) as entries, sum(entry.quantity) as awarded
      from award
      join auction on auction.id = award.auction_id and auction.rehearsal_of is null
      join bidder on bidder.id = award.bidder_id
      left join ledger_account held on held.kind = 'held' and held.source_id = award.id
        and held.account_id = case auction_type when 'Forward' then bidder.account_id else owner_account_id end
      left join ledger_entry entry on entry.to_id = held.id and entry.kind = 'awarded'
      group by award.id
      having count(entry.id) <> 1 or sum(entry.quantity) <> award.quantity`,
  },
  {
    says: 'a retirement is filled from a holding of its company',
    broken: sql`
      select retirement.id, retirement.number, count(entry.id) as entries
      from retirement
      left join ledger_account place on place.kind = 'retired' and place.source_id = retirement.id
        and place.account_id = retirement.account_id
      left join ledger_entry entry on entry.to_id = place.id and entry.kind = 'retired'
      group by retirement.id having count(entry.id) = 0`,
  },
  {
    says: 'no RECs have more certificates than there are RECs',
    broken: sql`
      select place.id, place.kind, place.balance, sum(r.last - r.first + r.step) as backed
      from certificate_range r join ledger_account place on place.id = r.ledger_account_id
      where r.closed_at is null
      group by place.id having place.kind = 'supply' or sum(r.last - r.first + r.step) > place.balance`,
  },
  {
    says: 'certificates are with the company and of the product of the RECs that they stand behind',
    broken: sql`
      select r.id, place.id as place, d.country, d.fuel_type, l.period_from, l.period_to
      from certificate_range r
      join ledger_account place on place.id = r.ledger_account_id
      join certificate_lot l on l.id = r.lot_id join device d on d.id = l.device_id
      where r.closed_at is null and (r.account_id <> place.account_id or d.country <> place.country
        or d.fuel_type <> place.fuel_type or extract(year from l.period_from) <> place.vintage_year)`,
  },
  {
    says: 'the open ranges of a verified lot are the lot, and other lots have none',
    broken: sql`
      select l.id, l.status, l.last - l.first + l.step as size, sum(r.last - r.first + r.step) as open
      from certificate_lot l left join certificate_range r on r.lot_id = l.id and r.closed_at is null
      group by l.id
      having coalesce(sum(r.last - r.first + r.step), 0)
        <> case l.status when 'Verified' then l.last - l.first + l.step else 0 end`,
  },
  {
    says: 'a range lies within its lot and within the range that it came from, and a closed one became its parts',
    broken: sql`
      select r.id, r.first, r.last, parent.id as parent
      from certificate_range r join certificate_lot l on l.id = r.lot_id
      left join certificate_range parent on parent.id = r.parent_id
      where r.first < l.first or r.last > l.last or r.step <> l.step
         or r.first < parent.first or r.last > parent.last or (parent.closed_at is null) <> (parent.id is null)
         or (r.closed_at is not null and r.last - r.first + r.step <> (
           select coalesce(sum(part.last - part.first + part.step), 0) from certificate_range part
           where part.parent_id = r.id))`,
  },
  {
    says: 'a forward auction lists its whole items until it is closed, and nothing afterwards',
    broken: sql`
      select item.id, item.quantity, auction.closed_at, sum(listed.balance) as listed
      from auction_item item
      join auction on auction.id = item.auction_id and auction_type = 'Forward' and rehearsal_of is null
        and planned_start_time is null
      left join ledger_account listed on listed.kind = 'listed' and listed.source_id = item.id
      group by item.id, auction.id
      having coalesce(sum(listed.balance), 0) <> case when closed_at is null then item.quantity else 0 end`,
  },
  {
    says: 'the RECs of a default in a forward auction are listed until a next bid gets them or they return to the seller',
    broken: sql`
      select settlement.id, settlement.to_offer, listed.balance
      from settlement
      left join award on award.id = settlement.award_id
      left join auction on auction.id = award.auction_id
      left join ledger_account listed on listed.kind = 'listed' and listed.source_id = settlement.id
      where coalesce(listed.balance, 0) <> case when auction_type = 'Forward' then settlement.to_offer else 0 end`,
  },
  {
    says: 'a sell order lists its unsold RECs while buyers can order, and its reserved RECs afterwards',
    broken: sql`
      select item.id, item.total_quantity, item.reserved_quantity, item.sold_quantity, sum(listed.balance) as listed
      from sell_order_item item
      join sell_order o on o.id = item.sell_order_id
      left join ledger_account listed on listed.kind = 'listed' and listed.source_id = item.id
      group by item.id, o.id
      having coalesce(sum(listed.balance), 0) <> case
        when o.publish_at is null then 0
        when o.cancelled_at is not null or o.end_settled_at is not null then item.reserved_quantity
        else item.total_quantity - item.sold_quantity end`,
  },
  {
    says: 'a part of an approved buy order has one holding of its buyer, filled by one entry of its quantity; other parts have none',
    broken: sql`
      select part.id, part.quantity, b.status, count(entry.id) as entries, sum(entry.quantity) as sold
      from buy_order_part part
      join buy_order b on b.id = part.buy_order_id
      left join ledger_account held on held.kind = 'held' and held.source_id = part.id and held.account_id = b.account_id
      left join ledger_entry entry on entry.to_id = held.id and entry.kind = 'sold'
      group by part.id, b.id
      having count(entry.id) <> (b.status = 'Approved')::int
        or coalesce(sum(entry.quantity), 0) <> case when b.status = 'Approved' then part.quantity else 0 end`,
  },
];

/**
 * Checks the whole ledger against itself and against the awards, in one snapshot. Returns the rows that break a rule.
 */
export const proveLedger = (db: Db): Promise<LedgerProof> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const problems: LedgerProof['problems'][number][] = [];
      for (const { says, broken } of PROOFS) {
        const { rows } = await broken.execute(transaction);
        problems.push(...rows.map((row) => ({ says, row })));
      }
      const count = async (table: 'ledger_account' | 'ledger_entry'): Promise<number> => {
        const { counted } = await transaction
          .selectFrom(table)
          .select((expression) => expression.fn.countAll<string>().as('counted'))
          .executeTakeFirstOrThrow();
        return Number(counted);
      };
      return { places: await count('ledger_account'), entries: await count('ledger_entry'), problems };
    });
