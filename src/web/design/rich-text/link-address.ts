const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * Returns the link address for typed text; undefined if the text is not an address. A host alone becomes a web address.
 * An email address alone becomes a `mailto:` link.
 */
export function linkAddressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || text.startsWith('/') || /\s/.test(text)) return undefined;
  const isMail = /^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(text);
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  const full = isMail ? `mailto:${text}` : hasScheme ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const { protocol, hostname } = new URL(full);
  if (!SCHEMES.has(protocol)) return undefined;
  // A name without a dot is a mistyped word.
  if (protocol !== 'mailto:' && !hostname.includes('.') && hostname !== 'localhost') return undefined;
  return full;
}
