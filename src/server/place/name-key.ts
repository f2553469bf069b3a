/**
 * Normalizes a name for comparison: without accents, capitals, punctuation, and words that are optional beside a name,
 * such as `city`.
 */
export const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/đ/gi, 'd')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\b(province|city|municipality|hcmc)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
