import { sql } from 'kysely';
import { NOTICE_KINDS } from '#domain/notice/notice.ts';
import { ADMINS, FOR_PEOPLE } from '#server/demo/cast.ts';
import type { Db } from '#server/platform/database/database.ts';

/**
 * Whom bots play wants to hear nothing: their mails would hide those of people in the outbox. The newcomer and the
 * administrator watch a public auction to come.
 */
export async function seedNotices(db: Db): Promise<void> {
  const admins = ADMINS;
  await sql`
    insert into notice_choice (user_id, kind, channels)
    select id, kind, '{}' from app_user, unnest(${[...NOTICE_KINDS]}::text[]) as kind
    where username <> all(${[...FOR_PEOPLE, ...admins]}::text[])
    on conflict do nothing`.execute(db);
  await sql`
    insert into watch (user_id, auction_id)
    select app_user.id, auction.id from app_user, auction
    where username in ('newcomer', 'admin') and not is_private and start_time > now()
    on conflict do nothing`.execute(db);
}
