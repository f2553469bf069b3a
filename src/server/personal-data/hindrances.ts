import { sql, type RawBuilder } from 'kysely';
import { ERASURE_HINDRANCES, type Hindrance } from '#contract/personal-data.ts';
import type { Language } from '#domain/basics/language.ts';
import { OPEN_STATUSES } from '#domain/company/registration.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Returns what must end before a person can be erased (decision 51). If the person is the only member of a company, the
 * company must have nothing open either, because afterwards nobody could act for it. The checks run in the order of the
 * codes, and each check sees what is committed when it runs. If an auction closes meanwhile, the result has either the
 * open auction or the RECs that were won.
 */
export async function findHindrances(db: Db, language: Language, userId: string): Promise<Hindrance[]> {
  const alone = sql`(select account_id from account_member own where user_id = ${userId} and not exists (
    select from account_member other where other.account_id = own.account_id and other.user_id <> ${userId}))`;
  const questions: Readonly<Record<Hindrance['code'], RawBuilder<{ name: string }>>> = {
    erasure_auction_open: sql`select title as name from auction
      where closed_at is null and annulled_at is null
        and (owner_account_id in ${alone} or exists (
          select from bidder where auction_id = auction.id and (user_id = ${userId} or account_id in ${alone})))
      order by start_time, title`,
    erasure_order_pending: sql`select title as name from buy_order join sell_order on sell_order.id = sell_order_id
      where status = 'Pending' and (user_id = ${userId} or account_id in ${alone}) order by placed_at`,
    erasure_registration_open: sql`select ${companyNameFor(language, sql`company_registration`)} as name from company_registration
      where user_id = ${userId} and status in (${sql.join(OPEN_STATUSES)})`,
    erasure_last_owner: sql`select ${companyNameFor(language, sql`account`)} as name from account
      where id in (select account_id from account_member where user_id = ${userId} and role = 'owner')
        and id not in ${alone}
        and not exists (select from account_member
          where account_id = account.id and role = 'owner' and user_id <> ${userId})
      order by company_name`,
    erasure_sell_order_open: sql`select title as name from sell_order
      where seller_account_id in ${alone} and cancelled_at is null and (end_at is null or end_at > now())
        and (remaining_quantity > 0 or reserved_quantity > 0)
      order by created_at`,
    erasure_holds_recs: sql`select ${companyNameFor(language, sql`account`)} as name from account
      where id in ${alone} and exists (
        select from ledger_account where account_id = account.id and kind = 'held' and balance > 0)
      order by company_name`,
    erasure_last_admin: sql`select '' as name from app_user where id = ${userId} and auction_user_role = 'Admin'
      and not exists (select from app_user where auction_user_role = 'Admin' and id <> ${userId})`,
  };
  const found: Hindrance[] = [];
  for (const code of ERASURE_HINDRANCES) {
    const { rows } = await questions[code].execute(db);
    found.push(...rows.map(({ name }) => ({ code, name })));
  }
  return found;
}
