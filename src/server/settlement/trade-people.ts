import { sql } from 'kysely';
import type { SettlementNoticeKind } from '#domain/notice/notice.ts';
import { seenBy, SETTLEMENTS, TITLE } from '#server/settlement/settlement-rows.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import { chosenChannels } from '#server/notice/store-notices.ts';
import type { CompanyNames } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

/** The trade of a settlement, as messages name it. */
export type Trade = { readonly title: string; readonly buyer: CompanyNames; readonly seller: CompanyNames };

/** Returns the trade of a settlement with its two companies. */
export async function findTrade(db: Db, row: SettlementRow): Promise<Trade> {
  const { rows } = await sql<Trade>`
    select to_jsonb(buyer) as buyer, to_jsonb(seller) as seller,
      coalesce((select auction.title from award join auction on auction.id = award.auction_id where award.id = ${row.award_id}),
        (select sell_order.title from buy_order join sell_order on sell_order.id = buy_order.sell_order_id
          where buy_order.id = ${row.buy_order_id})) as title
    from (select company_name, english_company_name from account where id = ${row.buyer_account_id}) buyer
    cross join (select company_name, english_company_name from account where id = ${row.seller_account_id}) seller`.execute(
    db,
  );
  const [trade] = rows;
  if (!trade) throw new Error('the settlement has no companies');
  return trade;
}

/** A member of the buyer or the seller. A user may be a member of both. */
export type TradePerson = {
  readonly userId: string;
  readonly email: string;
  readonly sides: readonly ('buyer' | 'seller')[];
  /** Whether the person selected emails for this kind of notice. */
  readonly wantsMail: boolean;
};

/** Returns the members who may act for the buyer or the seller. Viewers are told nothing. */
export async function findTradePeople(
  db: Db,
  { buyer_account_id: buyerId, seller_account_id: sellerId }: SettlementRow,
  kind: SettlementNoticeKind,
): Promise<readonly TradePerson[]> {
  const { rows } = await sql<TradePerson>`
    select reader.id as "userId", reader.email, 'mail' = any(${chosenChannels(kind)}) as "wantsMail",
      array_agg(distinct case member.account_id when ${buyerId} then 'buyer' else 'seller' end) as sides
    from account_member member
    join account on account.id = member.account_id and account.status = 'Active'
    join app_user reader on reader.id = member.user_id
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = ${kind}
    where member.account_id in (${buyerId}, ${sellerId}) and member.role <> 'viewer'
    group by reader.id, choice.channels order by reader.email, reader.id`.execute(db);
  return rows;
}

/** Returns the titles of those of these settlements that the caller may see, by id. */
export async function settlementTitles(
  db: Db,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string }>`
    select settlement.id, ${TITLE} as title ${SETTLEMENTS}
    where settlement.id = any(${[...ids]}::uuid[]) and ${seenBy(caller)}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
