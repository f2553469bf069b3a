/**
 * The font sizes that stylesheets may use, in pixels. `testing/tidy/scales.ts` checks stylesheets against all scales in
 * this file.
 */
export const TYPE = { xs: 12, sm: 13, md: 14, lg: 16, section: 18, xl: 20, figure: 24, display: 30 } as const;

/** Line heights for: numbers and icons, titles, tables and fields, sentences, long texts. */
export const LEADING = [1, 1.2, 1.35, 1.45, 1.65] as const;

export const WEIGHT = { text: 400, quiet: 500, strong: 600, title: 650 } as const;

/** Distances in pixels: small steps for dense tables and bars, large steps between sections. */
export const SPACE = [1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 40] as const;

export const RADIUS = { xs: 2, sm: 4, md: 6, lg: 10, xl: 16 } as const;

export const inPixels = (sizes: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}px`]));
