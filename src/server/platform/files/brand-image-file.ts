import sharp from 'sharp';
import { IMAGE_LIMIT, IMAGE_SIDE_MAX, judgeImageSides, type ImageRefusal } from '#domain/auction/images.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { BRAND_IMAGE_ENDINGS, type BrandImage } from '#domain/platform-setting/brand.ts';

type Verdict =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly refusal: Refusal<ImageRefusal> };

const refuse = (refusal: Refusal<ImageRefusal>): Verdict => ({ ok: false, refusal });
const wrongType = refuse({ code: 'file_type_must_be', params: { types: BRAND_IMAGE_ENDINGS } });

const FORMATS = ['svg', 'png', 'webp'] as const;
/** The first characters of accepted files: PNG, WebP, and XML for SVG. The name that a client sends proves nothing. */
const BEGINNING = /^(\x89PNG\r\n|RIFF[^]{4}WEBP|(\xEF\xBB\xBF)?\s*<)/;

/** The sizes in pixels of the stored images. They are enough for screens with several pixels per CSS pixel. */
const SIZES = {
  logo: { width: 960, height: 192, fit: 'inside' },
  icon: { width: 512, height: 512, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } },
} as const;

/** The resolution at which an SVG has one pixel per unit. */
const SVG_DENSITY = 72;
const SVG_DENSITY_MAX = 20_000;
const SECONDS_MAX = 10;

/** Returns the resolution at which an SVG fills the stored image. */
const densityFor = (image: BrandImage, height: number): number =>
  Math.min(SVG_DENSITY_MAX, Math.max(1, (SVG_DENSITY * SIZES[image].height) / height));

/**
 * Checks an image of a brand by its content, and draws it again as PNG. So an SVG is never served as such: its scripts,
 * links and styles are gone, and only the pixels remain.
 */
export async function readBrandImage(bytes: Uint8Array, image: BrandImage): Promise<Verdict> {
  const tooLarge = judgeBytes(IMAGE_LIMIT, bytes.length);
  if (tooLarge) return refuse(tooLarge);
  if (!BEGINNING.test(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))) return wrongType;
  try {
    // Reads only the header, because a small file can decompress to any number of pixels.
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!FORMATS.some((one) => one === format)) return wrongType;
    const isDrawing = format === 'svg';
    const wrong = isDrawing ? undefined : judgeImageSides(width, height);
    if (wrong) return refuse(wrong);
    const density = isDrawing ? densityFor(image, height) : SVG_DENSITY;
    const drawn = await sharp(bytes, { density, failOn: 'warning', limitInputPixels: IMAGE_SIDE_MAX ** 2 })
      .resize({ ...SIZES[image], withoutEnlargement: image === 'logo' })
      .timeout({ seconds: SECONDS_MAX })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { ok: true, bytes: drawn };
  } catch {
    return refuse({ code: 'image_unreadable' });
  }
}
