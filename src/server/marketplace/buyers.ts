import { sql, type RawBuilder } from 'kysely';
import {
  listBuyerCandidates,
  listSellOrderBuyers,
  updateSellOrderBuyers,
  type Buyer,
} from '#contract/marketplace/sell-order-buyer.ts';
import type { AccountStatus } from '#domain/company/account-status.ts';
import { findRelated, sharesMember } from '#server/platform/database/related-accounts.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { containing } from '#server/platform/database/search.ts';

export type BuyerRow = {
  readonly id: string;
  readonly company_name: string;
  readonly registration_number: string;
  readonly status: AccountStatus;
};

export const presentBuyer = (row: BuyerRow): Buyer => ({
  accountId: row.id,
  companyName: row.company_name,
  registrationNumber: row.registration_number,
  status: row.status,
});

async function findAccounts(
  { db, language }: Pick<Call, 'db' | 'language'>,
  which: RawBuilder<unknown>,
): Promise<BuyerRow[]> {
  const { rows } = await sql<BuyerRow>`
    select a.id, ${companyNameFor(language, sql`a`)} as company_name, a.registration_number, a.status from account a ${which}`.execute(
    db,
  );
  return rows;
}

const BY_NAME = sql`order by a.company_name, a.id`;

const buyersOf = async (call: Pick<Call, 'db' | 'language'>, sellOrderId: string): Promise<Buyer[]> =>
  (
    await findAccounts(
      call,
      sql`join sell_order_buyer b on b.account_id = a.id where b.sell_order_id = ${sellOrderId} ${BY_NAME}`,
    )
  ).map(presentBuyer);

/**
 * A buyer who was listed before stays. A new one must be an Active account, and neither the seller nor related to it.
 */
async function refuseUnfit(db: Db, sellerAccountId: string, added: readonly string[]): Promise<void> {
  if (added.includes(sellerAccountId)) throw new Refused('buyer_is_seller');
  const related = await findRelated(db, sellerAccountId);
  if (added.some((id) => related.includes(id))) throw new Refused('buyer_related_to_seller');
  const { rows: known } = await sql`
    select from account a where a.id = any(${[...added]}::uuid[]) and a.status = 'Active' and not a.is_simulated`.execute(
    db,
  );
  if (known.length < added.length) throw new Refused('bidder_account_unknown');
}

export const buyerOperations: readonly Operation[] = [
  operation(listSellOrderBuyers, async (call) => {
    await requireSellOrder(call.db, call.params.id);
    return buyersOf(call, call.params.id);
  }),

  operation(updateSellOrderBuyers, async (call) => {
    const { db, params, body } = call;
    const { order } = await lockToChange(db, params.id);
    const wanted = [...new Set(body.accountIds)];
    const present = new Set((await buyersOf(call, params.id)).map(({ accountId }) => accountId));
    await refuseUnfit(
      db,
      order.seller_account_id,
      wanted.filter((id) => !present.has(id)),
    );
    await sql`
      delete from sell_order_buyer where sell_order_id = ${params.id} and account_id <> all(${wanted}::uuid[])`.execute(
      db,
    );
    await sql`
      insert into sell_order_buyer (sell_order_id, account_id)
      select ${params.id}, id from unnest(${wanted}::uuid[]) id on conflict do nothing`.execute(db);
    await announceSellOrder(db, params.id);
    return buyersOf(call, params.id);
  }),

  operation(listBuyerCandidates, async (call) => {
    const { db, params, query } = call;
    const { seller_account_id: sellerAccountId } = await requireSellOrder(db, params.id);
    const sought = containing(query.search);
    const where = sql`where a.status = 'Active' and not a.is_simulated and a.id <> ${sellerAccountId}
      and not ${sharesMember(sql`a.id`, sql`${sellerAccountId}::uuid`)}
      and (a.company_name ilike ${sought} escape '\\' or a.english_company_name ilike ${sought} escape '\\'
        or a.registration_number ilike ${sought} escape '\\')`;
    const rows = await findAccounts(call, sql`${where} ${BY_NAME} limit ${query.limit} offset ${offsetOf(query)}`);
    const counted = await sql<{ total: number }>`select count(*)::int as total from account a ${where}`.execute(db);
    return pageOf(rows.map(presentBuyer), counted.rows[0]?.total ?? 0, query);
  }),
];
