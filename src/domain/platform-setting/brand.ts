import type { Refusal } from '#domain/basics/result.ts';
import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength } from '#domain/basics/text.ts';

/**
 * The brand as an owner sets it (docs/brands.md). An empty text means the default: the setting of the deployment, the
 * brand of the variant, or a title that is made from the name.
 */
export type BrandSetting = {
  readonly name: string;
  readonly titleEn: string;
  readonly titleZh: string;
  /** A color such as `#0b7a5b`. */
  readonly color: string;
};

export const NO_BRAND: BrandSetting = { name: '', titleEn: '', titleZh: '', color: '' };

/** Maximum lengths of the texts of a brand. They also apply to the environment variables. */
export const BRAND_NAME_LENGTH_MAX = 40;
export const BRAND_TITLE_LENGTH_MAX = 80;

const COLOR = /^#[0-9a-f]{6}$/i;

/** Whether a text is a color such as `#0b7a5b`. */
export const isColor = (text: string): boolean => COLOR.test(text.trim());

export const BRAND_REFUSALS = [
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'color_invalid',
] as const;
export type BrandRefusal = (typeof BRAND_REFUSALS)[number];

const judgeLine = (text: string, maximum: number): Refusal<BrandRefusal> | undefined =>
  judgeLength(text.trim(), maximum) ?? judgeCharacters(text);

/** Judges the texts and the color of a brand. Every color is readable (decision 38), so any color is accepted. */
export const judgeBrand = ({
  name,
  titleEn,
  titleZh,
  color,
}: BrandSetting): FieldRefusals<keyof BrandSetting, BrandRefusal> =>
  withoutEmpty({
    name: judgeLine(name, BRAND_NAME_LENGTH_MAX),
    titleEn: judgeLine(titleEn, BRAND_TITLE_LENGTH_MAX),
    titleZh: judgeLine(titleZh, BRAND_TITLE_LENGTH_MAX),
    color: color.trim() === '' || isColor(color) ? undefined : ({ code: 'color_invalid' } as const),
  });

/** The images of a brand. */
export const BRAND_IMAGES = ['logo', 'icon'] as const;
export type BrandImage = (typeof BRAND_IMAGES)[number];

/** The uploaded images of a brand, by the names of their stored files. Null means the default image. */
export type BrandImages = Readonly<Record<BrandImage, string | null>>;

export const NO_IMAGES: BrandImages = { logo: null, icon: null };

/** File extensions of images of a brand, as shown to users. The server decides a file's real type by its content. */
export const BRAND_IMAGE_ENDINGS = '.svg, .png, .webp';
