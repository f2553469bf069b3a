/**
 * The ten shades of a brand color. Each shade has a fixed lightness in OKLCH, so contrast is the same for every brand.
 * Hue and chroma come from the brand color.
 */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

type Oklch = { readonly l: number; readonly c: number; readonly h: number };

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const gamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

function rgbOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.replace('#', ''), 16);
  return [linear(((value >> 16) & 255) / 255), linear(((value >> 8) & 255) / 255), linear((value & 255) / 255)];
}

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = rgbOf(hex);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function channelsOf({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

/** Returns a color as hex. If no screen can show the color, its chroma is reduced until one can. */
export function hexOf(colour: Oklch): string {
  let { c } = colour;
  let channels = channelsOf({ ...colour, c });
  while (c > 0 && channels.some((channel) => channel < -0.0005 || channel > 1.0005)) {
    c -= 0.004;
    channels = channelsOf({ ...colour, c: Math.max(0, c) });
  }
  const digits = channels.map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255));
  return `#${digits.map((digit) => digit.toString(16).padStart(2, '0')).join('')}`;
}

const LIGHTNESS = [0.972, 0.94, 0.885, 0.815, 0.74, 0.655, 0.56, 0.48, 0.41, 0.34] as const;
const CHROMA = [0.1, 0.22, 0.42, 0.64, 0.86, 1, 1, 0.95, 0.85, 0.72] as const;

function tuple(make: (index: number) => string): Shades {
  return [make(0), make(1), make(2), make(3), make(4), make(5), make(6), make(7), make(8), make(9)];
}

/** Returns the ten shades of a brand color, light to dark. */
export function shadesOf(hex: string): Shades {
  const { c, h } = oklchOf(hex);
  return tuple((index) => hexOf({ l: LIGHTNESS[index] ?? 0.5, c: c * (CHROMA[index] ?? 1), h }));
}

/** Returns the brand color for text on white in documents and emails, which have no theme. */
export const inkOf = (hex: string): string => shadesOf(hex)[8];

/** Returns the dark background of the menu, which is the same in both themes. The brand's logo is shown on it. */
export function railOf(hex: string): string {
  const { c, h } = oklchOf(hex);
  return hexOf({ l: 0.245, c: c * 0.42, h });
}

/** Returns neutral colors tinted with the brand's hue, light to dark. */
export function neutralsOf(hex: string, lightness: readonly number[], chroma = 0.008): Shades {
  const { h } = oklchOf(hex);
  return tuple((index) => hexOf({ l: lightness[index] ?? 0.5, c: chroma, h }));
}

/** Returns the WCAG contrast of two colors. */
export function contrastOf(a: string, b: string): number {
  const light = ([red, green, blue]: [number, number, number]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const [one, two] = [light(rgbOf(a)), light(rgbOf(b))];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}
