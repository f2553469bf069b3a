import { companyNameIn } from '#domain/company/company-name.ts';
import type { AuctionRow } from '#server/auction/auction-rows.ts';
import { settleWaiting, tellAdmins } from '#server/notice/tell-notices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

type News = {
  readonly event: 'asked' | 'askedAgain' | 'approved' | 'returned';
  readonly auction: AuctionRow;
  /** Why it was returned. */
  readonly message?: string;
  readonly publicUrl: string;
};

/** Admins hear that they are asked, the owner's people hear what was decided; in the transaction that it tells of. */
export async function mailAboutRequest(db: Db, { event, auction, message, publicUrl }: News): Promise<void> {
  const isForAdmins = event === 'asked' || event === 'askedAgain';
  const owner = { companyName: auction.owner_name, englishCompanyName: auction.owner_english_name };
  const page = isForAdmins ? `/admin/update/${auction.id}?tab=changes` : `/user/update/${auction.id}`;
  const readers = await (isForAdmins
    ? tellAdmins(db, 'changeRequestWaits', auction.id)
    : peopleOf(db, auction.owner_account_id));
  if (!isForAdmins) await settleWaiting(db, 'changeRequestWaits', [auction.id]);
  await queueMails(
    db,
    readers.map((recipient) => ({
      recipient,
      write: (language, { words }) => {
        const params = { title: auction.title, company: companyNameIn(language, owner) };
        return {
          subject: words(`requestMail.${event}.subject`, params),
          body: words(`requestMail.${event}.body`, params),
        };
      },
      ending: [message, publicUrl + page],
    })),
  );
}

async function peopleOf(db: Db, accountId: string): Promise<string[]> {
  const found = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('app_user.email')
    .where('account_member.account_id', '=', accountId)
    .execute();
  return found.map(({ email }) => email);
}
