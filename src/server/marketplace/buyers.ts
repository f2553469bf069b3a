import { sql, type RawBuilder } from 'kysely';
import {
  listBuyerCandidates,
  listSellOrderBuyers,
  readPastedBuyers,
  updateSellOrderBuyers,
  type Buyer,
  type PastedBuyer,
} from '#contract/marketplace/sell-order-buyer.ts';
import { namesIn, readPasted, type PastedName } from '#domain/auction/pasted-names.ts';
import type { Language } from '#domain/basics/language.ts';
import { findRelated, sharesMember } from '#server/platform/database/related-accounts.ts';
import { lockToChange } from '#server/marketplace/edit-sell-order.ts';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { containing } from '#server/platform/database/search.ts';

async function findAccounts(
  { db, language }: Pick<Call, 'db' | 'language'>,
  which: RawBuilder<unknown>,
): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`select ${buyerColumns(language)} from account a ${which}`.execute(db);
  return rows;
}

/** SQL: columns of a buyer, from an account with the alias `a`. */
const buyerColumns = (language: Language): RawBuilder<unknown> => sql`
  a.id as "accountId", ${companyNameFor(language, sql`a`)} as "companyName",
  a.registration_number as "registrationNumber", a.status`;

const BY_NAME = sql`order by a.company_name, a.id`;

const buyersOf = (call: Pick<Call, 'db' | 'language'>, sellOrderId: string): Promise<Buyer[]> =>
  findAccounts(
    call,
    sql`join sell_order_buyer b on b.account_id = a.id where b.sell_order_id = ${sellOrderId} ${BY_NAME}`,
  );

/**
 * Refuses unfit new buyers. A new buyer must be an Active account. It must not be the seller or an account that is
 * related to the seller. Buyers that are listed already stay listed.
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

const LINES_MAX = 500;

type NamedRow = Buyer & { readonly name: string };

/**
 * Finds accounts by company name in either language, registration number, or a member's username or address. Ignores
 * case.
 */
async function findNamed(db: Db, language: Language, names: readonly string[]): Promise<Map<string, NamedRow[]>> {
  const { rows } = await sql<NamedRow>`
    with named as (select name, lower(name) as lowered, translate(upper(name), ' -', '') as number
                   from unnest(${[...names]}::text[]) name),
    meant as (
      select n.name, a.id from named n join account a on lower(a.company_name) = n.lowered
      union select n.name, a.id from named n
      join account a on lower(a.english_company_name) = n.lowered and n.lowered <> ''
      union select n.name, a.id from named n
      join account a on translate(upper(a.registration_number), ' -', '') = n.number and n.number <> ''
      union select n.name, m.account_id from named n
      join app_user u on lower(u.username) = n.lowered join account_member m on m.user_id = u.id
      union select n.name, m.account_id from named n
      join app_user u on lower(u.email) = n.lowered and u.email <> '' join account_member m on m.user_id = u.id
    )
    select meant.name, ${buyerColumns(language)}
    from meant join account a on a.id = meant.id and not a.is_simulated
    order by a.company_name, a.id`.execute(db);
  return Map.groupBy(rows, ({ name }) => name);
}

type Seller = { readonly sellerAccountId: string; readonly related: readonly string[] };

function presentLine({ text, name }: PastedName, rows: readonly NamedRow[], seller: Seller): PastedBuyer {
  const fitting = rows.filter(
    ({ accountId, status }) =>
      accountId !== seller.sellerAccountId && !seller.related.includes(accountId) && status === 'Active',
  );
  const candidates = fitting.map(({ name: _, ...buyer }) => buyer);
  return { text, name, finding: findingOf(rows, fitting, seller), candidates };
}

function findingOf(
  rows: readonly NamedRow[],
  fitting: readonly NamedRow[],
  { sellerAccountId, related }: Seller,
): PastedBuyer['finding'] {
  if (fitting.length > 0) return fitting.length === 1 ? 'found' : 'ambiguous';
  if (rows.some(({ accountId }) => accountId === sellerAccountId)) return 'buyer_is_seller';
  if (rows.some(({ accountId }) => related.includes(accountId))) return 'buyer_related_to_seller';
  return rows.length > 0 ? 'account_blacklisted' : 'unknown';
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
    return pageOf(rows, await countRows(db, sql`from account a ${where}`), query);
  }),

  /**
   * Finds the accounts that a pasted list names. Changes nothing, so it needs no transaction and no line in the audit
   * trail.
   */
  operation(
    readPastedBuyers,
    async ({ db, params, body, language }) => {
      const { seller_account_id: sellerAccountId } = await requireSellOrder(db, params.id);
      const related = await findRelated(db, sellerAccountId);
      const known = await findNamed(db, language, namesIn(body.text));
      const names = readPasted(body.text, (name) => known.has(name));
      if (names.length > LINES_MAX) throw new Refused('list_too_long', { maximum: LINES_MAX });
      return names.map((name) => presentLine(name, known.get(name.name) ?? [], { sellerAccountId, related }));
    },
    { ownTransactions: true },
  ),
];
