/** As it is compared: without accents, capitals, signs, and the words that stand beside a name or don't. */
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
