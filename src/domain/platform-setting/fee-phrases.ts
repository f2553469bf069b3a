import type { Language } from '#domain/basics/language.ts';
import type { FeeNames, FeeSide } from '#domain/platform-setting/fee-names.ts';

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
  if (nameOf('buyer') === undefined && nameOf('seller') === undefined) return say;
  return (key, values) => {
    const [side, around] = PHRASES.get(key) ?? [];
    const fee = side && nameOf(side);
    if (fee === undefined) return say(key, values);
    return around ? say(around, { ...values, fee }) : fee;
  };
}
