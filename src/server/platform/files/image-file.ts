import sharp from 'sharp';
import { IMAGE_LIMIT, IMAGE_SIDE_MAX, judgeImageSides, wrongType, type ImageRefusal } from '#domain/auction/images.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';

// Images are decoded while auctions run, so sharp uses one thread and no cache.
sharp.concurrency(1);
sharp.cache(false);

/** The first bytes of accepted files (JPEG, PNG). The name and type that a client sends prove nothing. */
const BEGINNINGS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
];

export const IMAGE_SIZES = ['small', 'large'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];
export type ImageFiles = Readonly<Record<ImageSize, Uint8Array>>;
export const IMAGE_FILE_TYPE = 'image/webp';
/** Maximum side in pixels of the images in cards and lists, for screens with two pixels per CSS pixel. */
const SMALL_SIDE_MAX = 640;
const QUALITY = { large: 82, small: 76 } as const;

type Verdict =
  | { readonly ok: true; readonly files: ImageFiles }
  | { readonly ok: false; readonly refusal: Refusal<ImageRefusal> };

const refuse = (refusal: Refusal<ImageRefusal>): Verdict => ({ ok: false, refusal });

/**
 * Checks an image by its content and encodes it again, so that only the pixels remain. This removes the place where the
 * photo was taken, other metadata, and any data behind the image in the file.
 */
export async function readImage(bytes: Uint8Array): Promise<Verdict> {
  const tooLarge = judgeBytes(IMAGE_LIMIT, bytes.length);
  if (tooLarge) return refuse(tooLarge);
  if (!BEGINNINGS.some((beginning) => beginning.every((byte, at) => bytes[at] === byte))) return refuse(wrongType);
  try {
    // Reads only the header, because a small file can decompress to any number of pixels.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== 'jpeg' && format !== 'png') return refuse(wrongType);
    const wrong = judgeImageSides(width, height);
    if (wrong) return refuse(wrong);
    // Rotates the image upright, as the camera was held. An image that is cut off or damaged anywhere is refused.
    const image = sharp(bytes, { failOn: 'warning', limitInputPixels: IMAGE_SIDE_MAX ** 2 }).autoOrient();
    const large = await image.clone().webp({ quality: QUALITY.large }).toBuffer();
    const resize = { width: SMALL_SIDE_MAX, height: SMALL_SIDE_MAX, fit: 'inside', withoutEnlargement: true } as const;
    const small = await image.clone().resize(resize).webp({ quality: QUALITY.small }).toBuffer();
    return { ok: true, files: { large, small } };
  } catch {
    return refuse({ code: 'image_unreadable' });
  }
}
