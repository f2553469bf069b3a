import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, hexOf, inkOf, oklchOf, railOf, shadesOf } from '#domain/basics/shades.ts';

/** The colors of both brands, and other colors that a deployment might use: light, dark, gray and very bright ones. */
const BRANDS = ['#0b7a5b', '#0f6aa8', '#ffd400', '#101010', '#808080', '#ff00ff', '#00ff00', '#e11d48'];

describe.each(BRANDS)('shades of %s', (brand) => {
  const shades = shadesOf(brand);
  it('carry white text from the filled shade on', () => {
    for (const shade of shades.slice(7)) expect(contrastOf('#ffffff', shade)).toBeGreaterThanOrEqual(4.5);
  });
  it('carry dark text on the soft shades, and light text on the dark theme’s background', () => {
    expect(contrastOf(shades[8], shades[1])).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(shades[4], '#20262b')).toBeGreaterThanOrEqual(4.5);
  });
});

it('a color survives conversion to OKLCH and back', () => {
  for (const brand of BRANDS) expect(hexOf(oklchOf(brand))).toBe(brand);
});

it('any brand color is readable as text on white, and on the dark background under white text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (value) => {
      const brand = `#${value.toString(16).padStart(6, '0')}`;
      expect(contrastOf(inkOf(brand), '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(railOf(brand), '#ffffff')).toBeGreaterThanOrEqual(7);
    }),
  );
});
