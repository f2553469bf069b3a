import { sql } from 'kysely';
import { companyNameIn } from '#domain/company/company-name.ts';
import { isDraft, type AuctionRow } from '#server/auction/auction-rows.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import { deleteRequests } from '#server/auction/change-request/change-request-rows.ts';
import { chosenChannels, storeNotices } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sharesMember } from '#server/platform/database/related-accounts.ts';
import { reconnectUsers } from '#server/platform/hub/reconnect.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

/**
 * Refuses a new owner if this company is a bidder of the auction, or shares a member with a bidder's company. Such
 * companies cannot bid in the auction (docs/rules.md#owner).
 */
export async function refuseBiddingOwner(db: Db, auctionId: string, ownerAccountId: string): Promise<void> {
  const { rows } = await sql<{ is_owner: boolean }>`
    select account_id = ${ownerAccountId} as is_owner from bidder
    where auction_id = ${auctionId}
      and (account_id = ${ownerAccountId} or ${sharesMember(sql`bidder.account_id`, sql`${ownerAccountId}::uuid`)})
    order by is_owner desc limit 1`.execute(db);
  const [found] = rows;
  if (found) refuseFields({ ownerAccountId: { code: found.is_owner ? 'bidder_is_owner' : 'bidder_related_to_owner' } });
}

/**
 * Deletes the former owner's change requests, because the new owner may not see them. Also reconnects the sockets of
 * the former owner's members, because they may no longer follow the room (decision 93).
 */
export async function leaveOwner(db: Db, auctionId: string, accountId: string): Promise<void> {
  await deleteRequests(db, auctionId);
  const members = await db.selectFrom('account_member').select('user_id').where('account_id', '=', accountId).execute();
  const userIds = members.map((member) => member.user_id);
  await reconnectUsers(db, userIds);
}

type Concerned = Parameters<typeof companyNameIn>[1] & {
  readonly userId: string;
  readonly isPresent: boolean;
  /** Null for a person who wants no emails about it. */
  readonly email: string | null;
};

/**
 * Informs the members of both companies who act for them, by a notification and an email. Nobody has seen a draft or a
 * rehearsal yet.
 */
export async function tellOwners(
  db: Db,
  publicUrl: string,
  auction: AuctionRow,
  { title, ownerAccountId }: { readonly title: string; readonly ownerAccountId: string },
): Promise<void> {
  const { id: auctionId, owner_account_id: formerId } = auction;
  if (auction.rehearsal_of !== null || isDraft(auction) || formerId === ownerAccountId) return;
  const { rows } = await sql<Concerned>`
    select member.user_id as "userId", account.id = ${ownerAccountId} as "isPresent",
           account.company_name as "companyName", account.english_company_name as "englishCompanyName",
           case when reader.email <> '' and 'mail' = any(${chosenChannels('ownerChanged')}) then reader.email end as email
    from account_member member
    join account on account.id = member.account_id and account.status = 'Active'
    join app_user reader on reader.id = member.user_id
    left join notice_choice choice on choice.user_id = reader.id and choice.kind = 'ownerChanged'
    where account.id in (${formerId}, ${ownerAccountId}) and member.role <> 'viewer'`.execute(db);
  const readers = [...new Set(rows.map(({ userId }) => userId))];
  await storeNotices(
    db,
    'ownerChanged',
    readers.map((userId) => ({ userId, auctionId, title })),
  );
  const mails = rows.flatMap(({ email: recipient, isPresent, ...company }) => {
    if (recipient === null) return [];
    const kind = isPresent ? 'present' : 'former';
    const ending = isPresent ? [`${publicUrl}/auction/${auctionId}/detail`] : [];
    return [
      {
        auctionId,
        recipient,
        ending,
        write: ((language, { words }) => ({
          subject: words(`ownerMail.${kind}.subject`, { title }),
          body: words(`ownerMail.${kind}.body`, { title, company: companyNameIn(language, company) }),
        })) satisfies WriteMail,
      },
    ];
  });
  await queueAuctionMails(db, mails);
}
