const KNOWN_MAX = 2_000;

/** Known zone names. Aliases are added on first use, because asking Intl takes longer than most calls. */
const known = new Set(Intl.supportedValuesOf('timeZone'));

/**
 * Returns whether a text is the name of a time zone. Intl also accepts names that it does not list, such as
 * Asia/Ho_Chi_Minh.
 */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!isTaken(name)) return false;
  // Intl accepts any upper and lower case, so clients could send endless variants: the cache is limited.
  if (known.size < KNOWN_MAX) known.add(name);
  return true;
}

/** Returns the zone of an `Accept-Timezone` header; undefined if the header has no valid zone. */
export const namedTimeZone = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' && isTimeZone(header) ? header : undefined;

/** `timeZone` returns the zone of callers that name none. The default is UTC. */
export type TimeZoneParts = { readonly timeZone?: () => string };

/** Returns the zone of a call, and the zone that its caller named, if any. */
export function timeZonesOf(header: string | readonly string[] | undefined, { timeZone }: TimeZoneParts) {
  const ownTimeZone = namedTimeZone(header);
  return { timeZone: ownTimeZone ?? timeZone?.() ?? 'UTC', ownTimeZone };
}

/** Returns the day of a time in a zone, such as `2026-11-27`. */
export const dayIn = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms);

function isTaken(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
