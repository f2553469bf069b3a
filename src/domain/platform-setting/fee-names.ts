import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';
import type { Language } from '#domain/basics/language.ts';
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

/** Phrases that a name is inserted into. Null stands for the name alone. */
type Around = 'fee.percent' | 'fee.lessPercent' | 'fee.currency' | 'fee.line' | null;

/** The phrases that name a fee. A name of the settings replaces them everywhere. */
const PHRASES = new Map<string, readonly [FeeSide, Around]>([
  ['auction.buyerFee', ['buyer', null]],
  ['auction.sellerFee', ['seller', null]],
  ['audit.column.buyer_fee_hundredths', ['buyer', null]],
  ['audit.column.seller_fee_hundredths', ['seller', null]],
  ['buyOrder.fee', ['buyer', 'fee.percent']],
  ['buyOrderHistory.buyerFee', ['buyer', null]],
  ['buyOrderHistory.sellerFee', ['seller', null]],
  ['direction.Forward.fee', ['buyer', 'fee.percent']],
  ['direction.Reverse.fee', ['seller', 'fee.lessPercent']],
  ['document.award.buyerFee', ['buyer', 'fee.currency']],
  ['document.award.sellerFee', ['seller', 'fee.currency']],
  ['document.buyOrder.fee', ['buyer', 'fee.percent']],
  ['invoice.feeLine.buyer', ['buyer', 'fee.line']],
  ['invoice.feeLine.seller', ['seller', 'fee.line']],
  ['marketplace.buyerFee', ['buyer', null]],
  ['record.buyerFee', ['buyer', null]],
  ['record.sellerFee', ['seller', null]],
  ['result.buyerFees', ['buyer', 'fee.percent']],
  ['result.sellerFees', ['seller', 'fee.percent']],
]);

/** A function that returns the phrase of a key, with its values inserted. */
type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Returns a translator whose phrases have the names of fees from the settings: those of the language, else the English
 * ones. Phrases about fees without a name, and all other phrases, stay the same.
 */
export function withFeeNames(say: Say, names: FeeNames, language: Language): Say {
  const nameOf = (side: FeeSide): string | undefined => names[side][language] ?? names[side]['en'];
  if (FEE_SIDES.every((side) => nameOf(side) === undefined)) return say;
  return (key, values) => {
    const [side, around] = PHRASES.get(key) ?? [];
    const fee = side && nameOf(side);
    if (fee === undefined) return say(key, values);
    return around ? say(around, { ...values, fee }) : fee;
  };
}
