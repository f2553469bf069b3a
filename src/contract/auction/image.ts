import * as z from 'zod/mini';
import { auctionSchema } from '#contract/auction/auction.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { idSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { AUCTION_IMAGE_TYPES, IMAGE_LIMIT, IMAGE_REFUSALS } from '#domain/auction/images.ts';

/**
 * Refusals of uploads. Images are uploaded first, and appear once the auction or an item names them. If nothing names
 * an image after a day, it is deleted.
 */
const uploadRefuses = [...IMAGE_REFUSALS, 'auction_has_started'] as const;
const detailsRefuses = ['image_unknown', 'auction_has_started'] as const;

export const uploadImage = route('POST /admin/auctions/{id}/details/images', {
  summary: 'Upload an image before the start: JPEG or PNG, at most 1 MB and 1920 pixels per side',
  body: z.strictObject({ File: z.file(), Type: z.enum(AUCTION_IMAGE_TYPES) }),
  file: IMAGE_LIMIT,
  reply: imageSchema,
  refuses: [...uploadRefuses, 'files_unavailable'],
});

export const uploadOwnImage = route('POST /seller/auctions/{id}/details/images', {
  ...uploadImage,
  summary: 'The auction owner uploads an image before the start',
  refuses: [...uploadRefuses, ...ACTING_REFUSALS, 'files_unavailable'],
});

export const updateDetails = route('PUT /admin/auctions/{id}/details', {
  summary: 'Set the image of the auction before the start',
  /** The image of the auction. Null for none. */
  body: z.strictObject({ thumbnailId: z.nullable(idSchema) }),
  reply: auctionSchema,
  refuses: detailsRefuses,
});

export const updateOwnDetails = route('PUT /seller/auctions/{id}/details', {
  ...updateDetails,
  summary: 'The auction owner sets the image of the auction before the start',
  refuses: [...detailsRefuses, ...ACTING_REFUSALS],
});

/**
 * Anyone who may see an auction gets links to its images. Each link contains its own expiry, because `<img>` cannot
 * send a token.
 */
export const showImage = route('GET /images/{id}', {
  access: 'open',
  summary: 'An image by the link from its auction. An expired link answers like a missing image',
  query: z.strictObject({
    size: z._default(z.enum(['small', 'large']), 'large'),
    until: z._default(z.string(), ''),
    signature: z._default(z.string(), ''),
  }),
  reply: fileSchema,
  refuses: ['files_unavailable'],
});
