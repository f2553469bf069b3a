import { randomUUID } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { ItemChange } from '#domain/auction/item-changes.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import { requestStatusAt } from '#domain/auction/change-request.ts';
import { itemName, type ProposedItem } from '#domain/auction/judge-item.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import type { Reader } from '#server/auction/present-auction.ts';
import { knownItem } from '#server/auction/items/stored-items.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import { settleWaiting, notifyAdmins } from '#server/notice/store-notices.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

export type RequestRow = Selectable<Tables['change_request']>;
type ChangeRow = Selectable<Tables['item_change']>;

/** Returns the open request of an auction if there is one, otherwise the newest approved request. */
const newestRequest = (db: Db, auctionId: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('change_request')
    .selectAll()
    .where('auction_id', '=', auctionId)
    .orderBy((column) => column('status', '<>', 'Approved'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the open request: pending or returned. */
export async function openRequest(db: Db, auctionId: string): Promise<RequestRow | undefined> {
  const newest = await newestRequest(db, auctionId);
  return newest?.status === 'Approved' ? undefined : newest;
}

/** Returns the changes of a request in the order in which they were added. */
export const changesOf = (db: Db, requestId: string): Promise<ChangeRow[]> =>
  db.selectFrom('item_change').selectAll().where('request_id', '=', requestId).orderBy('seq').execute();

/** Returns a change in the form that the rules use. */
export const knownChange = ({ kind, item_id: itemId, proposed: item }: ChangeRow): ItemChange =>
  kind === 'deleted' || item === null ? { kind: 'deleted', itemId } : { kind, itemId, item };

type NewRequest = Pick<RequestRow, 'auction_id' | 'requested_by' | 'sent_at'>;

/** Stores a new request without changes. */
export const insertRequest = (db: Db, request: NewRequest): Promise<RequestRow> =>
  db
    .insertInto('change_request')
    .values({ ...request, id: randomUUID(), version: 0, decided_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Stores one change of an item in a request. A second change of the same item replaces the first and keeps its id. */
export async function saveChange(db: Db, requestId: string, change: ItemChange): Promise<void> {
  const proposed = change.kind === 'deleted' ? null : JSON.stringify(change.item);
  await sql`
    insert into item_change (id, request_id, kind, item_id, proposed)
    values (${randomUUID()}, ${requestId}, ${change.kind}, ${change.itemId}, ${proposed}::jsonb)
    on conflict (request_id, item_id) do update set kind = excluded.kind, proposed = excluded.proposed`.execute(db);
}

export const deleteChange = (db: Db, requestId: string, itemId: string): Promise<unknown> =>
  db.deleteFrom('item_change').where('request_id', '=', requestId).where('item_id', '=', itemId).execute();

/** Raises the version of a changed request, and deletes the request if it has no changes left. */
export async function settleRequest(db: Db, requestId: string): Promise<void> {
  await sql`update change_request set version = version + 1 where id = ${requestId}`.execute(db);
  await sql`
    delete from change_request
    where id = ${requestId} and not exists (select 1 from item_change where request_id = ${requestId})`.execute(db);
}

/** Deletes the changes of an open request that concern deleted items. */
export async function deleteMootChanges(db: Db, auctionId: string, itemIds: readonly string[]): Promise<void> {
  const open = await openRequest(db, auctionId);
  if (!open) return;
  const { rows } = await sql`
    delete from item_change where request_id = ${open.id} and item_id = any(${[...itemIds]}::uuid[])
    returning id`.execute(db);
  if (rows.length > 0) await settleRequest(db, open.id);
}

/** Returns a change by its id, with its auction. The request may be open or decided. */
export const findChange = (db: Db, changeId: string): Promise<(ChangeRow & { auction_id: string }) | undefined> =>
  db
    .selectFrom('item_change')
    .innerJoin('change_request', 'change_request.id', 'item_change.request_id')
    .selectAll('item_change')
    .select('change_request.auction_id')
    .where('item_change.id', '=', changeId)
    .executeTakeFirst();

/** Deletes all change requests of an auction, open and decided. */
export const deleteRequests = (db: Db, auctionId: string): Promise<unknown> =>
  db.deleteFrom('change_request').where('auction_id', '=', auctionId).execute();

type RequestReader = Pick<Reader, 'nowMs' | 'imageOf'>;
export const readerAt = (images: ImageLinks, nowMs: number): RequestReader => ({
  nowMs,
  imageOf: images.linksAt(nowMs),
});

/**
 * Returns the open request of an auction, or the newest approved one, with its changes. The caller has checked that the
 * reader is the owner or an admin.
 */
export async function readRequest(db: Db, auction: AuctionRow, reader: RequestReader): Promise<ChangeRequest | null> {
  const request = await newestRequest(db, auction.id);
  return request ? presentRequest(db, auction, request, reader) : null;
}

/**
 * Returns a request with each changed item before and after the change. If the request is approved, the item before the
 * change is the copy that was stored at the approval. If the request is open, it is the present item.
 */
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

/** Returns the name of a proposed item. The item was judged, so its name is complete. */
function nameOf(item: ProposedItem | null): string {
  const { recCountry, recFuelType, vintageYear, vintagePeriod } = item ?? {};
  if (!recCountry || !recFuelType || !vintageYear || !vintagePeriod) return '';
  return itemName({ recCountry, recFuelType, vintageYear, vintagePeriod });
}

type News = {
  readonly event: 'asked' | 'askedAgain' | 'approved' | 'returned';
  readonly auction: AuctionRow;
  /** The reason why an admin returned the request to the owner. */
  readonly message?: string;
  readonly publicUrl: string;
};

/**
 * Queues the emails about a request, in the transaction of the change. Admins get the emails about requests. The
 * owner's members get the emails about decisions.
 */
export async function mailAboutRequest(db: Db, { event, auction, message, publicUrl }: News): Promise<void> {
  const isForAdmins = event === 'asked' || event === 'askedAgain';
  const owner = { companyName: auction.owner_name, englishCompanyName: auction.owner_english_name };
  const page = isForAdmins ? `/admin/update/${auction.id}?tab=changes` : `/user/update/${auction.id}`;
  const readers = await (isForAdmins
    ? notifyAdmins(db, 'changeRequestWaits', auction.id)
    : peopleOf(db, auction.owner_account_id));
  if (!isForAdmins) await settleWaiting(db, 'changeRequestWaits', [auction.id]);
  await queueMails(
    db,
    'auction',
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
