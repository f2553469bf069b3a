/** Years have four digits in ISO 8601 as everybody writes it; beyond them nobody could read the time any more. */
const YEAR_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const isInstant = (ms: number): boolean => Math.abs(ms) <= YEAR_MAX_MS;
