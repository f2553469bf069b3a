import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength } from '#domain/basics/text.ts';
import type { BrandRefusal } from '#domain/platform-setting/brand.ts';
import type { Names } from '#domain/platform-setting/names.ts';

/** The sides of a trade, which each pay a fee. */
export const FEE_SIDES = ['buyer', 'seller'] as const;
export type FeeSide = (typeof FEE_SIDES)[number];

/** The names of the fees by language. A fee without a name has the names of Greenlot, which are phrases. */
export type FeeNames = Readonly<Record<FeeSide, Names>>;

export const FEE_NAMES: FeeNames = { buyer: {}, seller: {} };

/** Maximum number of characters of a name. Names are headings of narrow columns. */
export const FEE_NAME_MAX = 40;

export type FeeNameField = `${FeeSide}.${string}`;
export type FeeNameRefusal = Exclude<BrandRefusal, 'color_invalid'>;
export const FEE_NAME_REFUSALS = [
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
] as const satisfies readonly FeeNameRefusal[];

/** Judges the names of fees. The fields are such as `buyer.en`. */
export const judgeFeeNames = (names: FeeNames): FieldRefusals<FeeNameField, FeeNameRefusal> =>
  withoutEmpty<FeeNameField, FeeNameRefusal>(
    Object.fromEntries(
      FEE_SIDES.flatMap((side) =>
        Object.entries(names[side]).map(([language, name]) => [
          `${side}.${language}`,
          judgeLength(name.trim(), FEE_NAME_MAX) ?? judgeCharacters(name),
        ]),
      ),
    ),
  );

/** Returns the names as they are stored: without extra spaces and without empty names. */
export function tidyFeeNames(names: FeeNames): FeeNames {
  const tidied = (side: FeeSide): Names =>
    Object.fromEntries(
      Object.entries(names[side]).flatMap(([language, name]) => {
        const text = name.trim().replaceAll(/\s+/g, ' ');
        return text === '' ? [] : [[language, text]];
      }),
    );
  return { buyer: tidied('buyer'), seller: tidied('seller') };
}
