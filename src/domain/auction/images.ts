import { MEGABYTE, type FileLimit } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

/**
 * What images are for (docs/rules.md#files): the picture of an auction on lists, pictures of an item, those of a sell
 * order, and those in the text of a template.
 */
export const AUCTION_IMAGE_TYPES = ['AuctionThumbnail', 'AuctionDetail'] as const;
export type ImageType = (typeof AUCTION_IMAGE_TYPES)[number] | 'SellOrderDetail' | 'TemplateDetail';

/** After compression, which happens in the browser (docs/rules.md#files). */
export const IMAGE_BYTES_MAX = MEGABYTE;
export const IMAGE_SIDE_MAX = 1_920;
/** A photo as a camera makes it; compressing more than that would take a phone too long. */
const ORIGINAL_BYTES_MAX = 40 * MEGABYTE;
/** Pictures of one item. */
export const ITEM_IMAGES_MAX = 4;
/** Pictures of one sell order. */
export const SELL_ORDER_IMAGES_MAX = 8;
/** Images that an auction, or a sell order, may hold, those included that nothing shows yet: a hundred items' and some that were replaced. */
export const AUCTION_IMAGES_MAX = 600;

/** Endings as people write them; what a file is, its content says. */
export const IMAGE_ENDINGS = '.jpg, .jpeg, .png';
export const IMAGE_CONTENT_TYPES = ['image/jpeg', 'image/png'] as const;

export const IMAGE_REFUSALS = [
  'file_type_must_be',
  'file_too_large',
  'image_too_large',
  'image_unreadable',
  'maximum_files',
] as const;
/** An image can also be named that isn't there, which only the database knows. */
export type ImageRefusal = (typeof IMAGE_REFUSALS)[number] | 'image_unknown';

export const wrongType: Refusal<ImageRefusal> = { code: 'file_type_must_be', params: { types: IMAGE_ENDINGS } };
const tooLarge = (bytes: number): Refusal<'file_too_large'> => ({
  code: 'file_too_large',
  params: { megabytes: bytes / MEGABYTE },
});

/** An image as it is sent: whoever compressed it, these bounds hold. */
export const IMAGE_LIMIT: FileLimit<'file_too_large'> = { bytes: IMAGE_BYTES_MAX, tooLarge: tooLarge(IMAGE_BYTES_MAX) };

/** A file that somebody chose, before it is compressed. */
export function judgeChosenFile(file: { type: string; size: number }): Refusal<ImageRefusal> | undefined {
  if (!(IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type)) return wrongType;
  return file.size > ORIGINAL_BYTES_MAX ? tooLarge(ORIGINAL_BYTES_MAX) : undefined;
}

export const judgeImageSides = (width: number, height: number): Refusal<ImageRefusal> | undefined =>
  Math.max(width, height) > IMAGE_SIDE_MAX
    ? { code: 'image_too_large', params: { pixels: IMAGE_SIDE_MAX } }
    : undefined;

export const judgeImageCount = (count: number, maximum = ITEM_IMAGES_MAX): Refusal<'maximum_files'> | undefined =>
  count > maximum ? { code: 'maximum_files', params: { maximum } } : undefined;
