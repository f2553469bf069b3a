import { sql, type Selectable } from 'kysely';
import {
  listNotices,
  NOTICES_LISTED,
  NOTICES_PAGE,
  readNotices,
  type Notice,
  unwatchAuction,
  watchAuction,
} from '#contract/notice.ts';
import { COMPANY_NOTICE_KINDS, type NoticeChannel, type NoticeKind } from '#domain/notice/notice.ts';
import { auctionEndOf, visibleAuctions, findAuction } from '#server/auction/auction-rows.ts';
import { preventAuctionDeletion } from '#server/auction/stored-auctions.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { itemNames } from '#server/auction/items/stored-items.ts';
import { namesForAdmins } from '#server/company/notify-members.ts';
import { ownCertificateIds } from '#server/certificate/certificate-notices.ts';
import { ownRetirementIds } from '#server/holding/registry-notices.ts';
import { invalidate, pageGroup } from '#server/platform/hub/invalidate.ts';
import { settlementTitles } from '#server/settlement/trade-people.ts';
import { requestTitles } from '#server/approval/announce-request.ts';
import { waitingNames } from '#server/notice/store-notices.ts';
import { noticeSettingsOperations, findNoticeSettings } from '#server/notice/notice-settings.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import type { Tables } from '#server/platform/database/tables.gen.ts';
import { Refused } from '#server/platform/http/refused.ts';

type NoticeRow = Selectable<Tables['notice']>;

export const noticeOperations = ({ allowsReverse }: Pick<AuctionParts, 'allowsReverse'>): readonly Operation[] => [
  operation(listNotices, async ({ db, caller, language }) => {
    const rows = await db
      .selectFrom('notice')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .orderBy('at', 'desc')
      .limit(NOTICES_LISTED)
      .execute();
    // Leaves out notifications about auctions that the caller can no longer see, and about those that the deployment
    // does not offer (docs/rules.md#configuration).
    const auctionIds = new Set(rows.flatMap((row) => row.auction_id ?? []));
    const auctions = await visibleAuctions(db, caller, [...auctionIds]);
    const offered = auctions.filter((auction) => allowsReverse || auction.auction_type !== 'Reverse');
    const seen = new Map(offered.map((auction) => [auction.id, auction]));
    const itemIds = rows.map((row) => row.item_id);
    const names = await itemNames(db, itemIds);
    const waitingIds = rows.flatMap((row) => (row.auction_id === null ? (row.item_id ?? []) : []));
    const settlements = await settlementTitles(db, caller, waitingIds);
    const subjects = new Set([
      ...(await ownCertificateIds(db, caller, waitingIds)),
      ...(await ownRetirementIds(db, caller, waitingIds)),
    ]);
    const waiting = new Map([
      ...(await waitingNames(db, language, waitingIds)),
      ...(caller.role === 'Admin' ? await requestTitles(db, waitingIds) : []),
      ...(await namesForAdmins(db, { caller, language }, waitingIds)),
      ...settlements,
    ]);
    const { choices } = await findNoticeSettings(db, caller.userId);
    const soundKinds = choices.flatMap(({ kind, channels }) => (channels.includes('sound') ? [kind] : []));
    const items = rows.flatMap((row) => {
      const channels = choices.find(({ kind }) => kind === row.kind)?.channels ?? [];
      if (isOfCompany(row.kind)) return presentSubject(row, channels, subjects);
      if (row.event !== null) return presentSettlement(row, channels, settlements);
      if (row.auction_id === null) return presentWaiting(row, channels, waiting);
      const auction = seen.get(row.auction_id);
      // A notice with a title is for a removed bidder, who may no longer see the auction.
      const title = auction?.title ?? row.title;
      if (title === null) return [];
      const auctionEndTime = auction ? auctionEndOf(auction) : row.at;
      const about = { id: row.auction_id, title, auctionEndTime: auctionEndTime.toISOString() };
      return [{ ...presentNotice(row, channels), auction: about, itemName: names.get(row.item_id) ?? null }];
    });
    return { items, soundKinds };
  }),

  operation(readNotices, async ({ db, caller, body: { noticeIds } }) => {
    const { rows } = await sql`
      update notice set read_at = clock_timestamp()
      where user_id = ${caller.userId} and id = any(${noticeIds}::uuid[]) and read_at is null
      returning id`.execute(db);
    // Other tabs and devices reload their count.
    if (rows.length > 0) await invalidate(db, [pageGroup(NOTICES_PAGE, caller.userId)]);
    return {};
  }),

  ...noticeSettingsOperations,
];

const presentNotice = (row: NoticeRow, channels: readonly NoticeChannel[]) => ({
  noticeId: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  isRead: row.read_at !== null,
  channels: [...channels],
  waiting: null,
  settlement: null,
  subject: null,
  outcome: row.outcome,
  quantity: row.quantity,
});

/** Presents a notification about an object that waits for an admin. Returns an empty list if the object was deleted. */
function presentWaiting(
  row: NoticeRow,
  channels: readonly NoticeChannel[],
  names: ReadonlyMap<string, string>,
): Notice[] {
  const title = names.get(row.item_id ?? '');
  if (row.item_id === null || title === undefined) return [];
  const waiting = { id: row.item_id, title };
  return [{ ...presentNotice(row, channels), auction: null, waiting, itemName: null }];
}

const isOfCompany = (kind: NoticeKind): boolean => COMPANY_NOTICE_KINDS.some((one) => one === kind);

/** Presents a notification about a company. Returns an empty list if the caller may not see its subject. */
function presentSubject(row: NoticeRow, channels: readonly NoticeChannel[], seen: ReadonlySet<string>): Notice[] {
  const { item_id: id, title } = row;
  if (id === null || title === null || !seen.has(id)) return [];
  return [{ ...presentNotice(row, channels), auction: null, subject: { id, title }, itemName: null }];
}

/** Presents a notification about a settlement. Returns an empty list if the caller may not see the settlement. */
function presentSettlement(
  row: NoticeRow,
  channels: readonly NoticeChannel[],
  titles: ReadonlyMap<string, string>,
): Notice[] {
  const { event, item_id: id } = row;
  const title = titles.get(id ?? '');
  if (id === null || event === null || title === undefined) return [];
  return [{ ...presentNotice(row, channels), auction: null, settlement: { id, title, event }, itemName: null }];
}

/** The operations of the watch list. Anyone who may see an auction may watch it, also administrators. */
export const watchOperations: readonly Operation[] = [
  operation(watchAuction, async ({ db, caller, params }) => {
    if (!(await findAuction(db, caller, params.id))) throw new Refused('not_found');
    await preventAuctionDeletion(db, params.id);
    await db
      .insertInto('watch')
      .values({ user_id: caller.userId, auction_id: params.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {};
  }),

  // Also allowed for an auction that the caller can no longer see, because the answer reveals nothing.
  operation(unwatchAuction, async ({ db, caller, params }) => {
    await db.deleteFrom('watch').where('user_id', '=', caller.userId).where('auction_id', '=', params.id).execute();
    return {};
  }),
];
