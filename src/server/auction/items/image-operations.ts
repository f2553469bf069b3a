import { showImage, updateDetails, updateOwnDetails, uploadImage, uploadOwnImage } from '#contract/auction/image.ts';
import type { Image } from '#contract/auction/image-link.ts';
import { AUCTION_IMAGES_MAX } from '#domain/auction/images.ts';
import { beginEdit, findForEdit, refuseOwnerActing } from '#server/auction/items/edit-items.ts';
import { auctionStatusOf } from '#server/auction/auction-rows.ts';
import { isFullOfImages, unknownImages } from '#server/auction/items/image-rows.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { readAuction } from '#server/auction/read-auctions.ts';
import { beginChangeBeforeStart } from '#server/room/judging/settle-change.ts';
import { settleAndTell } from '#server/auction/settling/settle-edit.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { IMAGE_FILE_TYPE } from '#server/platform/files/image-file.ts';
import { imageFileName } from '#server/platform/files/image-links.ts';
import { storeImage } from '#server/platform/files/store-image.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

type ImageParts = AuctionParts & { readonly files: FileStore };

/** Stores an image for an auction. */
async function upload({ files, images }: ImageParts, call: Call<typeof uploadImage>): Promise<Image> {
  const { db, inTransaction, caller, params, body, nowMs } = call;
  const auction = await findForEdit(db, caller, params.id);
  refuseOwnerActing(caller, auction);
  if (auctionStatusOf(auction, nowMs) !== 'upcoming') throw new Refused('auction_has_started');
  await refuseFull(db, auction.id);
  const id = await storeImage(inTransaction, files, body.File, {
    type: body.Type,
    auction_id: auction.id,
    sell_order_id: null,
    uploaded_by: caller.userId,
    lock: async (locking) => {
      await beginChangeBeforeStart(roomRows(locking), auction.id);
      await refuseFull(locking, auction.id);
    },
  });
  return images.linksAt(nowMs)(id);
}

async function refuseFull(db: Db, auctionId: string): Promise<void> {
  if (await isFullOfImages(db, auctionId))
    refuseFields({ File: { code: 'maximum_files', params: { maximum: AUCTION_IMAGES_MAX } } });
}

async function choose(parts: AuctionParts, call: Call<typeof updateDetails>) {
  const { db, params, body, caller } = call;
  const edit = await beginEdit(call, params.id);
  const { thumbnailId } = body;
  const ids = thumbnailId === null ? [] : [thumbnailId];
  const unknown = await unknownImages(db, params.id, { type: 'AuctionThumbnail', ids });
  if (unknown.length > 0) refuseFields({ thumbnailId: { code: 'image_unknown' } });
  await db.updateTable('auction').set({ thumbnail_id: thumbnailId }).where('id', '=', params.id).execute();
  await settleAndTell(db, parts.publicUrl, edit.change, caller.userId, caller.role === 'Admin' ? 'admin' : 'owner');
  call.afterCommit(announceChange(parts, params.id));
  return readAuction(parts, call);
}

async function show({ files, images }: ImageParts, { params, query, nowMs }: Call<typeof showImage>) {
  const msLeft = images.msLeft({ ...query, ...params }, nowMs);
  const name = imageFileName(params.id, query.size);
  const bytes = msLeft && (await files.read(name));
  if (!msLeft || !bytes) throw new Refused('not_found');
  return { name, type: IMAGE_FILE_TYPE, shownForSeconds: Math.floor(msLeft / 1_000), bytes };
}

export const imageOperations = (parts: ImageParts): Operation[] => [
  // A file cannot be rolled back with a transaction. The cleanup deletes the files of a failed upload.
  operation(uploadImage, (call) => upload(parts, call), { ownTransactions: true }),
  operation(uploadOwnImage, (call) => upload(parts, call), { ownTransactions: true }),
  operation(updateDetails, (call) => choose(parts, call)),
  operation(updateOwnDetails, (call) => choose(parts, call)),
  operation(showImage, (call) => show(parts, call)),
];
