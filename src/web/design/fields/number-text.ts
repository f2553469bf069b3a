import { useErrorText, useSay, type Wrong } from '#web/platform/phrases/phrase.ts';

/**
 * Returns the value of a number field's text: null for an empty text, NaN for a text that is not a number. Accepts
 * commas between thousands, blanks, and the full-width digits of Chinese input methods. A comma before fewer than three
 * digits gives NaN, because many countries use a decimal comma: "3,5" must never become 35.
 */
export function numberOfText(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '').replace('。', '.');
  if (plain === '') return null;
  return /^-?(\d+(,\d{3,})*\.?\d*|\.\d+)$/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}

/**
 * Formats a number with grouped thousands (except years). `digits` is the minimum of fraction digits; no digit of the
 * value is cut off.
 */
export function textOfNumber(value: number | null, digits = 0, isGrouped = true): string {
  if (value === null || Number.isNaN(value)) return '';
  const [whole = '0', fraction = ''] = String(value).split('.');
  const grouped = !isGrouped ? whole : whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  const padded = fraction.padEnd(digits, '0');
  return padded ? `${grouped}.${padded}` : grouped;
}

/**
 * Returns a function that gives the error text of a number field. If the typed text is not a number, the error text
 * explains how to write one. Otherwise the error text is the text of the refusal.
 */
export function useNumberComplaint(): (text: string, refusal: Wrong | undefined) => string | undefined {
  const say = useSay();
  const textOf = useErrorText();
  return (text, refusal) => refusal && (Number.isNaN(numberOfText(text)) ? say('shell.notANumber') : textOf(refusal));
}
