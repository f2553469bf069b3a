import { sql } from 'kysely';
import type { Language } from '#domain/basics/language.ts';
import type { CompanyNoticeKind } from '#domain/notice/notice.ts';
import { chosenChannels, storeNotices } from '#server/notice/store-notices.ts';
import { companyNameFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';

type CompanyNews = {
  readonly accountId: string;
  /** The device, the lot or the retirement, with its name. */
  readonly itemId: string;
  readonly title: string;
};

/**
 * Notifies the active members of a company who may act for it. Returns the addresses of those who also want an email
 * about it.
 */
export async function notifyMembers(
  db: Db,
  kind: CompanyNoticeKind,
  { accountId, itemId, title }: CompanyNews,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; email: string; wantsMail: boolean }>`
    select reader.id, reader.email, 'mail' = any(${chosenChannels(kind)}) as "wantsMail"
    from account_member member
    join account on account.id = member.account_id and account.status = 'Active'
    join app_user reader on reader.id = member.user_id
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = ${kind}
    where member.account_id = ${accountId} and member.role <> 'viewer' order by reader.id`.execute(db);
  await storeNotices(
    db,
    kind,
    rows.map(({ id: userId }) => ({ userId, auctionId: null, itemId, title })),
  );
  return rows.flatMap(({ email, wantsMail }) => (wantsMail && email !== '' ? [email] : []));
}

/** Returns the names of these companies for administrators, by id. Other callers get none. */
export async function namesForAdmins(
  db: Db,
  { caller, language }: { readonly caller: Caller; readonly language: Language },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (caller.role !== 'Admin' || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${companyNameFor(language, sql`account`)} as name from account
    where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
