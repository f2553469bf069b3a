import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Brand settings of an operator (docs/brands.md). Defaults come from the variant or from the brand's name. */
export const brandSettings = {
  BRAND_NAME: z.string().trim().min(1).max(40).optional(),
  BRAND_TITLE_EN: z.string().trim().min(1).max(80).optional(),
  BRAND_TITLE_ZH: z.string().trim().min(1).max(80).optional(),
  /** Any color is accepted. A color that is too light or too dark to read is adjusted (decision 38). */
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'not a color such as #0b7a5b')
    .optional(),
  /** Folder with `logo` and `icon` files. */
  BRAND_FOLDER: z.string().optional(),
};

type BrandSettings = z.output<z.ZodObject<typeof brandSettings>> & { readonly VARIANT: keyof typeof OF_VARIANT };

/** The brand that the browser, emails and documents show. */
export type Brand = {
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
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

const FILES = { logo: ['logo.svg', 'logo.webp', 'logo.png'], icon: ['icon.svg', 'icon.png', 'icon.ico'] } as const;
export const BRAND_FILES: readonly string[] = [...FILES.logo, ...FILES.icon];

/** Returns the name of the first file in the operator's folder for this kind of image. */
const fileOf = ({ BRAND_FOLDER }: BrandSettings, picture: keyof typeof FILES): string | undefined =>
  BRAND_FOLDER === undefined ? undefined : FILES[picture].find((file) => existsSync(join(BRAND_FOLDER, file)));

/** Returns the brand. A brand with its own name never gets the logo or icon of the variant's brand. */
export function brandOf(settings: BrandSettings): Brand {
  const own = settings.BRAND_NAME;
  const { name, color } = OF_VARIANT[settings.VARIANT];
  const said: Record<Language, string | undefined> = { en: settings.BRAND_TITLE_EN, zh: settings.BRAND_TITLE_ZH };
  const titleIn = (language: Language) =>
    said[language] ?? wordsIn(language)('document.brandTitle', { brand: own ?? name });
  const [logo, icon] = [fileOf(settings, 'logo'), fileOf(settings, 'icon')];
  const variant = settings.VARIANT.toLowerCase();
  return {
    name: own ?? name,
    title: { en: titleIn('en'), zh: titleIn('zh') },
    logoUrl: logo ? BRAND_BASE + logo : own === undefined ? `/logo-${variant}.svg` : null,
    iconUrl: icon ? BRAND_BASE + icon : own === undefined ? `/icon-${variant}.svg` : BRAND_BASE + MADE_ICON,
    primaryColor: (settings.BRAND_COLOR ?? color).toLowerCase(),
  };
}

/** Returns the faults of the operator's brand folder. */
export const brandFaults = (settings: BrandSettings): string[] =>
  settings.BRAND_FOLDER !== undefined && !fileOf(settings, 'logo') && !fileOf(settings, 'icon')
    ? [`BRAND_FOLDER: ${settings.BRAND_FOLDER} contains none of ${BRAND_FILES.join(', ')}`]
    : [];
