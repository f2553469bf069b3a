/** The latest supported time. Years in ISO 8601 normally have four digits, and few programs can read longer years. */
const YEAR_MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Returns whether a time in ms since 1970 is valid. If a date cannot be parsed, its time is NaN, which is not valid.
 */
export const isInstant = (ms: number): boolean => Math.abs(ms) <= YEAR_MAX_MS;
