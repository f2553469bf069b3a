/** Latest supported time. ISO 8601 years normally have four digits; few programs read longer ones. */
const YEAR_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns whether a time in ms since 1970 is valid. NaN, the result of parsing an invalid date, is not. */
export const isInstant = (ms: number): boolean => Math.abs(ms) <= YEAR_MAX_MS;
