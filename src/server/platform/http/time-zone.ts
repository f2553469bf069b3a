const KNOWN_MAX = 2_000;

/** Known zone names. Aliases are added on first use, because asking Intl takes longer than most calls. */
const known = new Set(Intl.supportedValuesOf('timeZone'));

/**
 * Returns the zone of an `Accept-Timezone` header; UTC if the header has no valid zone. Intl also accepts names that it
 * does not list, such as Asia/Ho_Chi_Minh.
 */
export function timeZoneOf(header: string | readonly string[] | undefined): string {
  if (typeof header !== 'string') return 'UTC';
  if (known.has(header)) return header;
  if (!isTaken(header)) return 'UTC';
  // Intl accepts any upper and lower case, so clients could send endless variants: the cache is limited.
  if (known.size < KNOWN_MAX) known.add(header);
  return header;
}

function isTaken(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
