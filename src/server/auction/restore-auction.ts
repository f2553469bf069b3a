import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { restoreAuction } from '#contract/deletion.ts';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import { insertBidder, judgeCandidate } from '#server/auction/admit-bidder.ts';
import { timeColumns, type ItemRow } from '#server/auction/auction-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { insertAuction, requireAuction, type StoredAuction } from '#server/auction/stored-auctions.ts';
import { imagesOf, keepDeleted, requireSeller, restoreImages, takeDeleted } from '#server/deletion/deleted-objects.ts';
import { insertTerms, ownTerms } from '#server/settlement-terms/stored-terms.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';

type DeletedBidder = { readonly userId: string; readonly accountId: string; readonly maxQuantity: number | null };

/** A deleted auction as it is stored, in JSON: times are texts. */
type DeletedAuction = {
  readonly auction: StoredAuction;
  readonly items: readonly ItemRow[];
  readonly bidders: readonly DeletedBidder[];
  readonly terms: SettlementTerms | null;
};

/** Keeps a copy of an auction that is being deleted, without its bids. Rehearsals are not kept. */
export async function keepAuction(db: Db, id: string, items: readonly ItemRow[], userId: string): Promise<void> {
  const auction = await requireAuction(db, id);
  if (auction.rehearsal_of !== null) return;
  const { rows: bidders } = await sql<DeletedBidder>`
    select user_id as "userId", account_id as "accountId", max_quantity as "maxQuantity"
    from bidder where auction_id = ${id} order by created_at, id`.execute(db);
  const content: DeletedAuction = { auction, items, bidders, terms: await ownTerms(db, { auction_id: id }) };
  const imageIds = imagesOf(picturesOf({ auction, items }));
  await keepDeleted(db, { id, kind: 'auction', title: auction.title, content, imageIds, userId });
}

const picturesOf = ({ auction, items }: Pick<DeletedAuction, 'auction' | 'items'>) => ({
  imageIds: items.flatMap(({ image_ids }) => image_ids),
  thumbnailId: auction.thumbnail_id,
});

/** Restores deleted auctions. Each gets a new id, because its history begins again. */
export const restoreOperation = (parts: AuctionParts): Operation =>
  operation(restoreAuction, async (call) => {
    const { db, params, caller } = call;
    const kept = await takeDeleted<DeletedAuction>(db, 'auction', params.id);
    const id = randomUUID();
    await insertDraft(db, { ...kept, id, userId: caller.userId });
    for (const bidder of kept.bidders)
      if (!(await judgeCandidate(db, id, bidder))) await insertBidder(db, { auctionId: id, ...bidder, terms: null });
    if (kept.terms) await insertTerms(db, { auction_id: id }, kept.terms);
    call.afterCommit(announceChange(parts, id));
    return readAuction(parts, { ...call, params: { id } });
  });

type Restored = DeletedAuction & { readonly id: string; readonly userId: string };

/** Stores the auction as a draft, so that nobody else sees it before an administrator confirms it. */
async function insertDraft(db: Db, { auction, items, id, userId }: Restored): Promise<void> {
  await requireSeller(db, auction.owner_account_id);
  const { title_lower: _, created_at: __, ...row } = auction;
  const times = {
    startsAtMs: new Date(row.planned_start_time ?? row.start_time).getTime(),
    endsAtMs: new Date(row.planned_end_time ?? row.end_time).getTime(),
  };
  const draft = {
    ...row,
    ...timeColumns(times, { asDraft: true }),
    ...(await presentReferences(db, auction)),
    id,
    created_by: userId,
    thumbnail_id: null,
    recurrence: row.recurrence && JSON.stringify(row.recurrence),
  };
  await insertAuction(db, draft, userId);
  const images = await restoreImages(db, { auction_id: id }, picturesOf({ auction, items }));
  await db.updateTable('auction').set({ thumbnail_id: images.thumbnailId }).where('id', '=', id).execute();
  const rows = items.map((item) => ({
    ...item,
    id: randomUUID(),
    auction_id: id,
    image_ids: images.restoredOf(item.image_ids),
  }));
  if (rows.length > 0) await db.insertInto('auction_item').values(rows).execute();
}

/** Returns the columns that refer to other rows, as far as these rows still exist. */
async function presentReferences(db: Db, { tick_size_id, follows }: StoredAuction) {
  const { rows } = await sql<{ tick_size_id: string | null; follows: string | null }>`
    select (select id from tick_size where id = ${tick_size_id}) as tick_size_id,
      (select id from auction a where id = ${follows}
        and not exists (select 1 from auction b where b.follows = a.id)) as follows`.execute(db);
  const [found] = rows;
  return { tick_size_id: found?.tick_size_id ?? null, follows: found?.follows ?? null };
}
