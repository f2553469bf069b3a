import { sql } from 'kysely';
import { readPastedBuyers, type PastedBuyer } from '#contract/marketplace/sell-order-buyer.ts';
import { namesIn, readPasted, type PastedName } from '#domain/auction/pasted-names.ts';
import type { Language } from '#domain/basics/language.ts';
import { findRelated } from '#server/platform/database/related-accounts.ts';
import { presentBuyer, type BuyerRow } from '#server/marketplace/buyers.ts';
import { requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';

const LINES_MAX = 500;

/** Whom a pasted list means. Nothing changes: no transaction, no line of an admin's change. */
export const readPastedOperation = operation(
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
);

type NamedRow = BuyerRow & { readonly name: string };

/** By company name in either language, registration number, or a member's username or address; nobody minds capitals. */
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
    select meant.name, a.id, ${companyNameFor(language, sql`a`)} as company_name, a.registration_number, a.status
    from meant join account a on a.id = meant.id and not a.is_simulated
    order by a.company_name, a.id`.execute(db);
  return Map.groupBy(rows, ({ name }) => name);
}

type Seller = { readonly sellerAccountId: string; readonly related: readonly string[] };

function presentLine({ text, name }: PastedName, rows: readonly NamedRow[], seller: Seller): PastedBuyer {
  const fitting = rows.filter(
    ({ id, status }) => id !== seller.sellerAccountId && !seller.related.includes(id) && status === 'Active',
  );
  return { text, name, finding: findingOf(rows, fitting, seller), candidates: fitting.map(presentBuyer) };
}

function findingOf(
  rows: readonly NamedRow[],
  fitting: readonly NamedRow[],
  { sellerAccountId, related }: Seller,
): PastedBuyer['finding'] {
  if (fitting.length > 0) return fitting.length === 1 ? 'found' : 'ambiguous';
  if (rows.some(({ id }) => id === sellerAccountId)) return 'buyer_is_seller';
  if (rows.some(({ id }) => related.includes(id))) return 'buyer_related_to_seller';
  return rows.length > 0 ? 'account_blacklisted' : 'unknown';
}
