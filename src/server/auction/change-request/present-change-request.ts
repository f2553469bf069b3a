import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import { requestStatusAt } from '#domain/auction/change-request.ts';
import { itemName, type ProposedItem } from '#domain/auction/judge-item.ts';
import { itemsOf, type AuctionRow } from '#server/auction/auction-rows.ts';
import {
  changesOf,
  newestRequest,
  type ChangeRow,
  type RequestRow,
} from '#server/auction/change-request/change-request-rows.ts';
import type { Reader } from '#server/auction/present-auction.ts';
import { knownItem } from '#server/auction/items/item-rows.ts';
import type { ImageLinks } from '#server/platform/files/image-links.ts';
import type { Db } from '#server/platform/database/database.ts';

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
