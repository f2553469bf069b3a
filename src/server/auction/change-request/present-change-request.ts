import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import { requestStatusAt } from '#domain/auction/change-request.ts';
import { itemName, type ProposedItem } from '#domain/auction/judge-item.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import {
  changesOf,
  newestRequest,
  type ChangeRow,
  type RequestRow,
} from '#server/auction/change-request/change-request-rows.ts';
import type { Reader } from '#server/auction/present-auction.ts';
import { knownItem } from '#server/auction/items/stored-items.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { Db } from '#server/platform/database/database.ts';
import { settleWaiting, tellAdmins } from '#server/notice/tell-notices.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

type RequestReader = Pick<Reader, 'nowMs' | 'imageOf'>;
export const readerAt = (images: ImageLinks, nowMs: number): RequestReader => ({
  nowMs,
  imageOf: images.linksAt(nowMs),
});

/** The newest request of an auction with what it changes, for who was found to be its owner or an admin. */
export async function readRequest(db: Db, auction: AuctionRow, reader: RequestReader): Promise<ChangeRequest | null> {
  const request = await newestRequest(db, auction.id);
  return request ? presentRequest(db, auction, request, reader) : null;
}

export async function presentRequest(
  db: Db,
  auction: AuctionRow,
  request: RequestRow,
  { nowMs, imageOf }: RequestReader,
): Promise<ChangeRequest> {
  const asked = await db
    .selectFrom('app_user')
    .select('username')
    .where('id', '=', request.requested_by)
    .executeTakeFirstOrThrow();
  const present = new Map((await itemsOf(db, [auction.id])).map((row) => [row.id, knownItem(row).item]));
  const changes = (await changesOf(db, request.id)).map((change) =>
    presentChange(change, request.status === 'Approved' ? change.before : (present.get(change.item_id) ?? null)),
  );
  const imageIds = changes.flatMap(({ before, after }) => [...(before?.imageIds ?? []), ...(after?.imageIds ?? [])]);
  return {
    id: request.id,
    auctionId: auction.id,
    status: requestStatusAt(request.status, { startsAtMs: auction.start_time.getTime(), nowMs }),
    version: request.version,
    message: request.message,
    requestedBy: asked.username,
    sentAt: request.sent_at.toISOString(),
    decidedAt: request.decided_at?.toISOString() ?? null,
    changes,
    images: [...new Set(imageIds)].map(imageOf),
  };
}

function presentChange(change: ChangeRow, before: ProposedItem | null): RequestedChange {
  const { id, kind, item_id: auctionItemId, proposed: after } = change;
  return { id, kind, auctionItemId, name: nameOf(before ?? after), before, after };
}

/** What is asked for was judged, so that nothing of its name is missing. */
function nameOf(item: ProposedItem | null): string {
  const { recCountry, recFuelType, vintageYear, vintagePeriod } = item ?? {};
  if (!recCountry || !recFuelType || !vintageYear || !vintagePeriod) return '';
  return itemName({ recCountry, recFuelType, vintageYear, vintagePeriod });
}

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
