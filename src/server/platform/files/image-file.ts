import sharp from 'sharp';
import { IMAGE_LIMIT, IMAGE_SIDE_MAX, judgeImageSides, wrongType, type ImageRefusal } from '#domain/auction/images.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

// An image is decoded beside running auctions: by one thread, and nothing of it is kept for the next.
sharp.concurrency(1);
sharp.cache(false);

/** What is accepted, by the first bytes: what a file calls itself says nothing. */
const BEGINNINGS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

export const IMAGE_SIZES = ['small', 'large'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];
export type ImageFiles = Readonly<Record<ImageSize, Uint8Array>>;
export const IMAGE_FILE_TYPE = 'image/webp';
/** Widest picture of cards and lists, at two pixels of a screen for one of the page. */
const SMALL_SIDE_MAX = 640;
const QUALITY = { large: 82, small: 76 } as const;

type Verdict =
  | { readonly ok: true; readonly files: ImageFiles }
  | { readonly ok: false; readonly refusal: Refusal<ImageRefusal> };

const refuse = (refusal: Refusal<ImageRefusal>): Verdict => ({ ok: false, refusal });

/**
 * Judges an image by its content and writes it anew: its pixels alone. Where it was taken, what else it says of itself,
 * and whatever was hidden behind it are not among them.
 */
export async function readImage(bytes: Uint8Array): Promise<Verdict> {
  const tooLarge = judgeBytes(IMAGE_LIMIT, bytes.length);
  if (tooLarge) return refuse(tooLarge);
  if (!BEGINNINGS.some((beginning) => beginning.every((byte, at) => bytes[at] === byte))) return refuse(wrongType);
  try {
    // Only the head is read for this: a small file can claim, and unfold to, any number of pixels.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png') return refuse(wrongType);
    const wrong = judgeImageSides(width, height);
    if (wrong) return refuse(wrong);
    // Upright as the camera was held; cut off or broken anywhere, it is no image.
    const image = sharp(bytes, { failOn: 'warning', limitInputPixels: IMAGE_SIDE_MAX ** 2 }).autoOrient();
    const large = await image.clone().webp({ quality: QUALITY.large }).toBuffer();
    const resize = { width: SMALL_SIDE_MAX, height: SMALL_SIDE_MAX, fit: 'inside', withoutEnlargement: true } as const;
    const small = await image.clone().resize(resize).webp({ quality: QUALITY.small }).toBuffer();
    return { ok: true, files: { large, small } };
  } catch {
    return refuse({ code: 'image_unreadable' });
  }
}
