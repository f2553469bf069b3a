import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { NOTICES_PAGE } from '#contract/notice.ts';
import type { SettlementEvent } from '#domain/settlement/tracks.ts';
import { NOTICE_DEFAULTS, type NoticeKind, type NoticeOutcome, type WaitingKind } from '#domain/notice/notice.ts';
import { ADMIN_ROLES, type AdminRole } from '#domain/access/admin-role.ts';
import type { Db } from '#server/platform/database/database.ts';
import { invalidate, pageGroup } from '#server/platform/hub/invalidate.ts';
import type { Language } from '#domain/basics/language.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';

export type NewNotice = {
  readonly userId: string;
  /**
   * Null if the notice is about a settlement or a company, or if something waits for administrators. Then `itemId` is
   * the id of the settlement, the device, the lot, the retirement, the registration, the order or the auction.
   */
  readonly auctionId: string | null;
  readonly itemId?: string;
  /** The step or the reminder of a settlement. */
  readonly event?: SettlementEvent;
  readonly outcome?: NoticeOutcome;
  readonly quantity?: number;
  /** The auction's title, for a reader who may no longer see the auction. Of a company's notice: what it is about. */
  readonly title?: string;
};

/** SQL: the channels that a person selected for a kind, or the default ones. `choice` is the joined `notice_choice`. */
export const chosenChannels = (kind: NoticeKind): RawBuilder<string[]> =>
  sql<string[]>`coalesce(choice.channels, ${[...NOTICE_DEFAULTS[kind]]}::text[])`;

/**
 * SQL: the time at which the email about a notification is due. `told` is the notification's row. Null if no email is
 * sent, or if other code sends it.
 */
type MailAt = RawBuilder<Date>;

/**
 * Stores notifications. When this transaction commits, updates the open pages of their readers. If a reader has an
 * unread notification about the same thing, renews it. Then the pages are updated only if it is about a settlement,
 * because its text may have changed. Readers who selected no channel for `kind` get no notification.
 */
export async function storeNotices(
  db: Db,
  kind: NoticeKind,
  notices: readonly NewNotice[],
  mailAt: MailAt = sql<Date>`null::timestamptz`,
): Promise<void> {
  if (notices.length === 0) return;
  const column = <T>(pick: (notice: NewNotice) => T): T[] => notices.map(pick);
  const { rows } = await sql<{ user_id: string; is_new: boolean }>`
    insert into notice (id, user_id, kind, auction_id, item_id, outcome, quantity, title, event, mail_due_at)
    select told.id, told.user_id, ${kind}, told.auction_id, told.item_id, told.outcome, told.quantity, told.title,
           told.event,
           case when 'mail' = any(${chosenChannels(kind)}) then ${mailAt} end
    from unnest(
      ${column(() => randomUUID())}::uuid[], ${column(({ userId }) => userId)}::uuid[],
      ${column(({ auctionId }) => auctionId)}::uuid[], ${column(({ itemId }) => itemId ?? null)}::uuid[],
      ${column(({ outcome }) => outcome ?? null)}::text[], ${column(({ quantity }) => quantity ?? null)}::int[],
      ${column(({ title }) => title ?? null)}::text[], ${column(({ event }) => event ?? null)}::text[])
      as told (id, user_id, auction_id, item_id, outcome, quantity, title, event)
    left join notice_choice choice on choice.user_id = told.user_id and choice.kind = ${kind}
    where ${chosenChannels(kind)} <> '{}'
    on conflict (user_id, auction_id, kind, item_id) where read_at is null do update
      set at = excluded.at, outcome = excluded.outcome, quantity = excluded.quantity, title = excluded.title,
          event = excluded.event, mail_due_at = coalesce(notice.mail_due_at, excluded.mail_due_at)
    returning user_id, xmax = 0 or event is not null as is_new`.execute(db);
  await refreshPages(
    db,
    rows.filter(({ is_new }) => is_new),
  );
}

/** Tells the open pages of these readers that their notifications changed. */
async function refreshPages(db: Db, rows: readonly { readonly user_id: string }[]): Promise<void> {
  const readers = new Set(rows.map(({ user_id }) => user_id));
  const groups = [...readers].map((userId) => pageGroup(NOTICES_PAGE, userId));
  await invalidate(db, groups);
}

const KEPT_DAYS = 90;

/** Deletes notifications after 90 days. After the same time, deletes the records of what users were notified of. */
export async function deleteOldNotices(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - KEPT_DAYS * 24 * 60 * 60_000);
  await sql`delete from notice where at < ${before}`.execute(db);
  await sql`delete from notice_told where told_at < ${before}`.execute(db);
  await sql`delete from outbid_told where told_at < ${before}`.execute(db);
}

/**
 * Notifies every administrator that something waits for a decision: a registration, a buy order, a draft, the
 * auction of a change request, a settlement, the certificates of a company, or an act to approve. Returns the
 * addresses of administrators who also want an email about it.
 *
 * @param only only administrators with one of these roles, except one person
 */
export async function notifyAdmins(
  db: Db,
  kind: WaitingKind,
  waitingId: string,
  only: { readonly roles?: readonly AdminRole[]; readonly except?: string } = {},
): Promise<string[]> {
  const { roles = ADMIN_ROLES, except = null } = only;
  const { rows } = await sql<{ id: string; email: string; wantsMail: boolean }>`
    select admin.id, admin.email, 'mail' = any(${chosenChannels(kind)}) as "wantsMail"
    from app_user admin
    left join notice_choice choice on choice.user_id = admin.id and choice.kind = ${kind}
    where admin.auction_user_role = 'Admin' and admin.admin_roles && ${[...roles]}::text[]
      and admin.id is distinct from ${except}::uuid
    order by admin.id`.execute(db);
  await storeNotices(
    db,
    kind,
    rows.map(({ id: userId }) => ({ userId, auctionId: null, itemId: waitingId })),
  );
  return rows.flatMap(({ email, wantsMail }) => (wantsMail && email !== '' ? [email] : []));
}

/**
 * Marks the notifications about decided things as read, for all administrators. Skips notifications that another
 * transaction has locked.
 */
export async function settleWaiting(db: Db, kind: WaitingKind, waitingIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    update notice set read_at = clock_timestamp() where id in (
      select notice.id from notice
      where user_id in (select id from app_user where auction_user_role = 'Admin') and auction_id is null
        and kind = ${kind} and item_id = any(${[...waitingIds]}::uuid[]) and read_at is null
      for update skip locked)
    returning user_id`.execute(db);
  await refreshPages(db, rows);
}

/**
 * Returns the names of the registrations, orders and auctions that wait for administrators, by id. Leaves out deleted
 * ones, and settlements and companies, which are not known here.
 */
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
