import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { NOTICES_PAGE } from '#contract/notice.ts';
import { NOTICE_DEFAULTS, type NoticeKind, type NoticeOutcome } from '#domain/notice/notice.ts';
import type { Db } from '#server/platform/database/database.ts';
import { lookAgain, pageGroup } from '#server/platform/hub/look-again.ts';

export type NewNotice = {
  readonly userId: string;
  /** Null for what waits for administrators: `itemId` names it. */
  readonly auctionId: string | null;
  readonly itemId?: string;
  readonly outcome?: NoticeOutcome;
  readonly quantity?: number;
  /** The auction's title, for a reader who may no longer see the auction. */
  readonly title?: string;
};

/** A person's choice of channels for a kind, where `choice` is the joined `notice_choice`. */
export const chosenChannels = (kind: NoticeKind): RawBuilder<string[]> =>
  sql<string[]>`coalesce(choice.channels, ${[...NOTICE_DEFAULTS[kind]]}::text[])`;

/** When a mail about a notice goes out, of a row `told`; without it none does, or it is sent elsewhere. */
export type MailAt = RawBuilder<Date>;

/**
 * Makes notices durable and tells the open pages of their readers, once this transaction commits. One that is unread is
 * renewed in silence; who wants to hear nothing of a kind gets none.
 */
export async function tellNotices(
  db: Db,
  kind: NoticeKind,
  notices: readonly NewNotice[],
  mailAt: MailAt = sql<Date>`null::timestamptz`,
): Promise<void> {
  if (notices.length === 0) return;
  const column = <T>(pick: (notice: NewNotice) => T): T[] => notices.map(pick);
  const { rows } = await sql<{ user_id: string; is_new: boolean }>`
    insert into notice (id, user_id, kind, auction_id, item_id, outcome, quantity, title, mail_due_at)
    select told.id, told.user_id, ${kind}, told.auction_id, told.item_id, told.outcome, told.quantity, told.title,
           case when 'mail' = any(${chosenChannels(kind)}) then ${mailAt} end
    from unnest(
      ${column(() => randomUUID())}::uuid[], ${column(({ userId }) => userId)}::uuid[],
      ${column(({ auctionId }) => auctionId)}::uuid[], ${column(({ itemId }) => itemId ?? null)}::uuid[],
      ${column(({ outcome }) => outcome ?? null)}::text[], ${column(({ quantity }) => quantity ?? null)}::int[],
      ${column(({ title }) => title ?? null)}::text[])
      as told (id, user_id, auction_id, item_id, outcome, quantity, title)
    left join notice_choice choice on choice.user_id = told.user_id and choice.kind = ${kind}
    where ${chosenChannels(kind)} <> '{}'
    on conflict (user_id, auction_id, kind, item_id) where read_at is null do update
      set at = excluded.at, outcome = excluded.outcome, quantity = excluded.quantity, title = excluded.title,
          mail_due_at = coalesce(notice.mail_due_at, excluded.mail_due_at)
    returning user_id, xmax = 0 as is_new`.execute(db);
  const readers = new Set(rows.filter(({ is_new }) => is_new).map(({ user_id }) => user_id));
  await lookAgain(
    db,
    [...readers].map((userId) => pageGroup(NOTICES_PAGE, userId)),
  );
}
