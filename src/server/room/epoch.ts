/** The number of hexadecimal digits of an epoch (`epochSchema`). */
const EPOCH_DIGITS = 8;

/** Returns the epoch of a line with this hash, as messages carry it. */
export const epochOf = (hash: string): string => hash.slice(0, EPOCH_DIGITS);

/** Returns the same epoch as a number, which takes less memory. */
export const epochNumber = (hash: string): number => Number.parseInt(epochOf(hash), 16);

/** Returns the epoch of a room at a version, or undefined if the room does not have this version. */
export const epochAt = ({ epochs }: { readonly epochs: readonly number[] }, version: number): string | undefined =>
  epochs[version]?.toString(16).padStart(EPOCH_DIGITS, '0');
