import { auctionsWithUnused, letGoOfUnused, ownerlessImages } from '#server/auction/items/image-rows.ts';
import type { FileStore } from '#server/platform/files/files.ts';
import { imageFileNames } from '#server/platform/files/image-links.ts';
import type { Forget } from '#server/platform/runtime/keep-tidy.ts';

/** In one turn; the next one comes soon. */
const MOST_AT_ONCE = 200;

/** Images that nothing shows any more: replaced, uploaded in vain, of deleted auctions. Files go before what is known of them. */
export const forgetImages =
  (files: Pick<FileStore, 'remove'>): Forget =>
  async (db, nowMs) => {
    for (const auctionId of await auctionsWithUnused(db, nowMs)) await letGoOfUnused(db, auctionId, nowMs);
    for (const id of await ownerlessImages(db, MOST_AT_ONCE)) {
      for (const name of imageFileNames(id)) await files.remove(name);
      await db.deleteFrom('image').where('id', '=', id).execute();
    }
  };
