/**
 * Text of a number field to its value and back. Grouping commas, blanks and the full-width digits that Chinese input
 * methods produce are understood; what isn't a number is NaN, for the rules to refuse; empty is null.
 */
export function numberOfText(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/[\s,]/g, '').replace('。', '.');
  if (plain === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Thousands grouped (years aren't); with `digits` at least that many fraction digits, never fewer than the value has. */
export function textOfNumber(value: number | null, digits = 0, isGrouped = true): string {
  if (value === null || Number.isNaN(value)) return '';
  const [whole = '0', fraction = ''] = String(value).split('.');
  const grouped = !isGrouped ? whole : whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  const padded = fraction.padEnd(digits, '0');
  return padded ? `${grouped}.${padded}` : grouped;
}
