import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { BaseLanguage } from '#domain/basics/language.ts';
import {
  BRAND_NAME_LENGTH_MAX,
  BRAND_TITLE_LENGTH_MAX,
  NO_BRAND,
  NO_IMAGES,
  type BrandImages,
  type BrandSetting,
} from '#domain/platform-setting/brand.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Brand settings of an operator (docs/brands.md). Defaults come from the variant or from the brand's name. */
export const brandSettings = {
  BRAND_NAME: z.string().trim().min(1).max(BRAND_NAME_LENGTH_MAX).optional(),
  BRAND_TITLE_EN: z.string().trim().min(1).max(BRAND_TITLE_LENGTH_MAX).optional(),
  BRAND_TITLE_ZH: z.string().trim().min(1).max(BRAND_TITLE_LENGTH_MAX).optional(),
  /** Any color is accepted. A color that is too light or too dark to read is adjusted (decision 38). */
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'not a color such as #0b7a5b')
    .optional(),
  /** Folder with `logo` and `icon` files. */
  BRAND_FOLDER: z.string().optional(),
};

export type BrandSettings = z.output<z.ZodObject<typeof brandSettings>> & { readonly VARIANT: keyof typeof OF_VARIANT };

/** The brand that the browser, emails and documents show. */
export type Brand = {
  readonly name: string;
  readonly title: Readonly<Record<BaseLanguage, string>>;
  /** Logo for a dark background; null if the brand has no logo and its name is shown as text. */
  readonly logoUrl: string | null;
  readonly iconUrl: string;
  readonly primaryColor: string;
};

const OF_VARIANT = {
  GLOBAL: { name: 'Greenlot', color: '#0b7a5b' },
  TNBX: { name: 'TNBX', color: '#0f6aa8' },
} as const;

/** Path prefix under which the operator's brand files are served. */
export const BRAND_BASE = '/brand/';
export const MADE_ICON = 'made-icon.svg';
/** Path prefix under which images that an owner uploaded are served. */
export const UPLOADED_BASE = '/brand/uploaded/';

const FILES = { logo: ['logo.svg', 'logo.webp', 'logo.png'], icon: ['icon.svg', 'icon.png', 'icon.ico'] } as const;
export const BRAND_FILES: readonly string[] = [...FILES.logo, ...FILES.icon];

/** Returns the name of the first file in the operator's folder for this kind of image. */
const fileOf = ({ BRAND_FOLDER }: BrandSettings, picture: keyof typeof FILES): string | undefined =>
  BRAND_FOLDER === undefined ? undefined : FILES[picture].find((file) => existsSync(join(BRAND_FOLDER, file)));

/** The values that an owner has set on a page. */
export type OwnBrand = { readonly brand: BrandSetting; readonly images: BrandImages };
const NOTHING_SET: OwnBrand = { brand: NO_BRAND, images: NO_IMAGES };

/**
 * Returns the brand. Values that an owner has set come first, then the settings of the deployment, then the variant. A
 * brand with its own name never gets the logo or icon of the variant's brand.
 */
export function brandOf(settings: BrandSettings, { brand: set, images }: OwnBrand = NOTHING_SET): Brand {
  const own = set.name || settings.BRAND_NAME;
  const { name, color } = OF_VARIANT[settings.VARIANT];
  const said: Record<BaseLanguage, string | undefined> = {
    en: set.titleEn || settings.BRAND_TITLE_EN,
    zh: set.titleZh || settings.BRAND_TITLE_ZH,
  };
  const titleIn = (language: BaseLanguage) =>
    said[language] ?? wordsIn(language)('document.brandTitle', { brand: own ?? name });
  const variant = settings.VARIANT.toLowerCase();
  const addressOf = (picture: keyof typeof FILES, without: string | null): string | null => {
    const [uploaded, file] = [images[picture], fileOf(settings, picture)];
    if (uploaded !== null) return UPLOADED_BASE + uploaded;
    if (file) return BRAND_BASE + file;
    return own === undefined ? `/${picture}-${variant}.svg` : without;
  };
  return {
    name: own ?? name,
    title: { en: titleIn('en'), zh: titleIn('zh') },
    logoUrl: addressOf('logo', null),
    iconUrl: addressOf('icon', BRAND_BASE + MADE_ICON) ?? BRAND_BASE + MADE_ICON,
    primaryColor: (set.color || (settings.BRAND_COLOR ?? color)).toLowerCase(),
  };
}

/** Returns a brand that always has the current values, for code that keeps the object. */
export const currentBrand = (read: () => Brand): Brand => ({
  get name() {
    return read().name;
  },
  get title() {
    return read().title;
  },
  get logoUrl() {
    return read().logoUrl;
  },
  get iconUrl() {
    return read().iconUrl;
  },
  get primaryColor() {
    return read().primaryColor;
  },
});

/** Returns the faults of the operator's brand folder. */
export const brandFaults = (settings: BrandSettings): string[] =>
  settings.BRAND_FOLDER !== undefined && !fileOf(settings, 'logo') && !fileOf(settings, 'icon')
    ? [`BRAND_FOLDER: ${settings.BRAND_FOLDER} contains none of ${BRAND_FILES.join(', ')}`]
    : [];
