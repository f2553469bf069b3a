import { sql } from 'kysely';
import { NOTICES_PAGE } from '#contract/notice.ts';
import type { Language } from '#domain/basics/language.ts';
import type { WaitingKind } from '#domain/notice/notice.ts';
import { chosenChannels, tellNotices } from '#server/notice/tell-notices.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lookAgain, pageGroup } from '#server/platform/hub/look-again.ts';

/**
 * Gives every administrator a notice that something waits for a decision: a registration, a buy order, a draft, or the
 * auction of a change request. Returns the addresses of those who want a mail about it as well.
 */
export async function tellAdmins(db: Db, kind: WaitingKind, waitingId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string; wantsMail: boolean }>`
    select admin.id, admin.email, 'mail' = any(${chosenChannels(kind)}) as "wantsMail"
    from app_user admin
    left join notice_choice choice on choice.user_id = admin.id and choice.kind = ${kind}
    where admin.auction_user_role = 'Admin' order by admin.id`.execute(db);
  await tellNotices(
    db,
    kind,
    rows.map(({ id: userId }) => ({ userId, auctionId: null, itemId: waitingId })),
  );
  return rows.flatMap(({ email, wantsMail }) => (wantsMail && email !== '' ? [email] : []));
}

/** Marks the notices about what is decided as read, for all administrators. Skips those that are being read now. */
export async function settleWaiting(db: Db, kind: WaitingKind, waitingIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    update notice set read_at = clock_timestamp() where id in (
      select notice.id from notice
      where user_id in (select id from app_user where auction_user_role = 'Admin') and auction_id is null
        and kind = ${kind} and item_id = any(${[...waitingIds]}::uuid[]) and read_at is null
      for update skip locked)
    returning user_id`.execute(db);
  const readers = new Set(rows.map(({ user_id }) => user_id));
  await lookAgain(
    db,
    [...readers].map((userId) => pageGroup(NOTICES_PAGE, userId)),
  );
}

/** Names of what waits for administrators, by its id; what was deleted has none. */
export async function waitingNames(
  db: Db,
  language: Language,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const among = sql`= any(${[...ids]}::uuid[])`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${companyNameFor(language, sql`company_registration`)} as name from company_registration where id ${among}
    union all select buy_order.id, title from buy_order join sell_order on sell_order.id = sell_order_id
      where buy_order.id ${among}
    union all select id, title from auction where id ${among}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
