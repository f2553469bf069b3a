const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** An address as it stands in a link, from what somebody typed: a bare host is a page, a bare e-mail address a mail. */
export function linkAddressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '' || text.startsWith('/') || /\s/.test(text)) return undefined;
  const isMail = /^[^\s/:@]+@[^\s/:@]+\.[^\s/:@]+$/.test(text);
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text);
  const full = isMail ? `mailto:${text}` : hasScheme ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const { protocol, hostname } = new URL(full);
  if (!SCHEMES.has(protocol)) return undefined;
  // A name without a dot is a word that was typed by mistake.
  if (protocol !== 'mailto:' && !hostname.includes('.') && hostname !== 'localhost') return undefined;
  return full;
}
