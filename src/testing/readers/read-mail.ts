const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** Returns one part of an email: its headers (each on a single line) and its content. */
function partOf(source: string): { head: string; content: string } {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const raw = rest.join('\r\n\r\n');
  const isBase64 = /^Content-Transfer-Encoding: base64/im.test(lines);
  return { head: lines, content: isBase64 ? Buffer.from(raw, 'base64').toString() : decodeQuoted(raw) };
}

const headerIn = (head: string, name: string): string =>
  (new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '').replaceAll(
    /=\?UTF-8\?([BQ])\?(.*?)\?=\s?/gi,
    (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : decodeQuoted(text.replaceAll('_', ' ')),
  );

/** Returns the readable parts of a transmitted email: its headers, its text, and its HTML. */
export function readMail(mail: string) {
  const { head } = partOf(mail);
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1] ?? '';
  const parts = mail.split(`\r\n--${boundary}`).map((part) => partOf(part.replace(/^\r\n/, '')));
  const contentOf = (type: string) =>
    parts.find((part) => part.head.includes(`Content-Type: ${type};`) && !part.head.includes('From:'))?.content ?? '';
  return {
    from: headerIn(head, 'From'),
    to: headerIn(head, 'To'),
    subject: headerIn(head, 'Subject'),
    body: contentOf('text/plain'),
    html: contentOf('text/html'),
  };
}
