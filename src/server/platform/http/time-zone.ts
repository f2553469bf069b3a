const KNOWN_MAX = 2_000;

/** Names of zones, aliases once they were asked about: asking Intl each time takes longer than most calls. */
const known = new Set(Intl.supportedValuesOf('timeZone'));

/** The zone of an `Accept-Timezone` header, UTC without a good one. Intl takes more names than it lists: Asia/Ho_Chi_Minh. */
export function timeZoneOf(header: string | readonly string[] | undefined): string {
  if (typeof header !== 'string') return 'UTC';
  if (known.has(header)) return header;
  if (!isTaken(header)) return 'UTC';
  // Names are taken in any case, so that there are more of them than zones.
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
