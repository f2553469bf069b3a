import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineThemeComponents,
  type MantineThemeOverride,
} from '@mantine/core';
import { hexOf, neutralsOf, oklchOf, railOf, shadesOf } from '#domain/basics/shades.ts';
import { inPixels, RADIUS, TYPE } from '#web/design/theme/scales.ts';

/**
 * The fonts that are on the person's machine, also for Chinese. No font is downloaded, so the layout does not change.
 */
const FONTS =
  'Inter, "Segoe UI Variable", "Segoe UI", -apple-system, BlinkMacSystemFont, Roboto, "Helvetica Neue", Arial, "Liberation Sans", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif';
const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "Noto Sans Mono CJK SC", monospace';

/** The lightness of the light theme's neutrals, in Mantine's order: from the background to the text. */
const LIGHT_NEUTRALS = [0.985, 0.968, 0.94, 0.905, 0.86, 0.76, 0.62, 0.49, 0.37, 0.25];
/** The lightness of the dark theme's neutrals, in Mantine's order: from the text to the background. */
const DARK_NEUTRALS = [0.93, 0.84, 0.74, 0.64, 0.37, 0.3, 0.25, 0.212, 0.18, 0.15];

const WHITE_ON_SHADE = { light: 7, dark: 7 } as const;

/** Returns the Mantine theme of a brand with this primary color. */
export function themeOf(primaryColor: string): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: WHITE_ON_SHADE,
    colors: {
      brand: shadesOf(primaryColor),
      gray: neutralsOf(primaryColor, LIGHT_NEUTRALS),
      dark: neutralsOf(primaryColor, DARK_NEUTRALS, 0.01),
    },
    fontFamily: FONTS,
    fontFamilyMonospace: MONO,
    fontSizes: inPixels(TYPE),
    lineHeights: { xs: '1.35', sm: '1.35', md: '1.45', lg: '1.45', xl: '1.35' },
    spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '24px' },
    radius: inPixels(RADIUS),
    defaultRadius: 'sm',
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '1.35' },
        h2: { fontSize: '16px', lineHeight: '1.35' },
        h3: { fontSize: '14px', lineHeight: '1.35' },
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    variantColorResolver: (input) => {
      const resolved = defaultVariantColorsResolver(input);
      // Mantine's light variant misses a contrast of 4.5:1 on tinted backgrounds. The colors of our tones reach this
      // contrast.
      return input.variant === 'light' && input.color === 'brand'
        ? {
            ...resolved,
            color: 'var(--gl-brand-ink)',
            background: 'var(--gl-brand-soft)',
            hover: 'var(--gl-brand-soft-2)',
          }
        : resolved;
    },
    components: COMPONENTS,
  });
}

/**
 * Settings of Mantine's components, as plain objects. `Button.extend` would pull each component into the first
 * chunk.
 */
const COMPONENTS: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', size: 'lg' } },
  Button: { defaultProps: { size: 'sm' } },
  Checkbox: { defaultProps: { size: 'sm' } },
  InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
  Paper: { defaultProps: { radius: 'md' } },
  Popover: { defaultProps: { shadow: 'md' } },
  Switch: { defaultProps: { size: 'sm' } },
  Tooltip: { defaultProps: { openDelay: 250, withArrow: true, multiline: true, maw: 320 } },
};

type Tones = Record<string, { light: [string, string]; dark: [string, string] }>;

/**
 * The colors of each tone: text on a soft background. Their contrast is at least 4.5:1 in both themes, also on the
 * page's background. Good and warn differ in hue and lightness, so that color-blind people can distinguish them. A tone
 * is always shown with words and an icon.
 */
const TONES: Tones = {
  good: { light: ['#0b6a58', '#d9f0e9'], dark: ['#6fd6bd', '#123a31'] },
  warn: { light: ['#8a4b00', '#fdebd0'], dark: ['#f4b860', '#40290a'] },
  bad: { light: ['#a8221c', '#fce3e0'], dark: ['#ff9c92', '#471a18'] },
  info: { light: ['#1c559e', '#dfeafa'], dark: ['#8fbcf5', '#142f52'] },
};

const toneVariables = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(TONES).flatMap(([tone, { [scheme]: pair }]) => [
      [`--gl-${tone}-ink`, pair[0]],
      [`--gl-${tone}-soft`, pair[1]],
    ]),
  );

/** For each CSS variable, the index of its neutral in the light theme and in the dark theme. */
const NEUTRALS: Record<string, { light: number; dark: number }> = {
  '--gl-canvas': { light: 1, dark: 9 },
  '--gl-sunken': { light: 0, dark: 9 },
  '--gl-line': { light: 3, dark: 5 },
  '--gl-line-strong': { light: 5, dark: 3 },
  '--gl-ink': { light: 9, dark: 0 },
  '--gl-quiet-ink': { light: 7, dark: 2 },
  '--gl-quiet-soft': { light: 2, dark: 6 },
  '--mantine-color-text': { light: 9, dark: 0 },
  '--mantine-color-dimmed': { light: 7, dark: 2 },
  '--mantine-color-placeholder': { light: 7, dark: 2 },
  '--mantine-color-default-border': { light: 4, dark: 4 },
};

const neutralVariables = (neutrals: readonly string[], scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(Object.entries(NEUTRALS).map(([name, at]) => [name, neutrals[at[scheme]] ?? '']));

/** Returns our CSS variables, which are set in addition to Mantine's. */
export const variablesOf =
  (primaryColor: string): CSSVariablesResolver =>
  (theme) => {
    const { c, h } = oklchOf(primaryColor);
    const of = (l: number, share: number) => hexOf({ l, c: c * share, h });
    const { brand = [], gray, dark } = theme.colors;
    return {
      variables: {
        '--gl-rail': railOf(primaryColor),
        '--gl-rail-line': of(0.33, 0.42),
        '--gl-rail-active': of(0.34, 0.55),
        '--gl-rail-ink': of(0.9, 0.12),
        '--gl-rail-quiet': of(0.74, 0.2),
      },
      light: {
        ...toneVariables('light'),
        ...neutralVariables(gray, 'light'),
        '--gl-surface': '#ffffff',
        '--gl-brand-ink': brand[8] ?? '',
        '--gl-brand-soft': brand[1] ?? '',
        '--gl-brand-soft-2': brand[2] ?? '',
        '--mantine-color-anchor': brand[8] ?? '',
        '--mantine-color-error': '#a8221c',
      },
      dark: {
        ...toneVariables('dark'),
        ...neutralVariables(dark, 'dark'),
        '--gl-surface': dark[8],
        '--gl-brand-ink': brand[4] ?? '',
        '--gl-brand-soft': of(0.3, 0.5),
        '--gl-brand-soft-2': of(0.36, 0.5),
        '--mantine-color-body': dark[8],
        '--mantine-color-anchor': brand[4] ?? '',
        '--mantine-color-error': '#ff9c92',
        '--mantine-color-default': dark[7],
        '--mantine-color-default-hover': dark[6],
      },
    };
  };
