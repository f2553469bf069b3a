import { createTransport } from 'nodemailer';
import type { FileReply } from '#contract/basics/file.ts';
import { inkOf, railOf } from '#domain/basics/shades.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import { isLocal } from '#server/platform/config/config-values.ts';
import { type Config, issuerOf } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Message } from '#server/platform/mail/outbox.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';
import type { Attachment } from '#server/platform/mail/attachment.ts';

export type Send = (message: Message) => Promise<void>;

/** Makes the document of an attachment. */
export type MakeAttachment = (attachment: Attachment) => Promise<FileReply>;

/** Combines the makers of all features. Each feature makes its own kinds of attachments. */
export const attachmentsBy =
  (makers: Readonly<Record<string, MakeAttachment>>): MakeAttachment =>
  async (attachment) => {
    const make = makers[attachment.kind];
    if (!make) throw new Error(`no function creates an attachment of kind ${attachment.kind}`);
    return make(attachment);
  };

/**
 * Returns whether emails are sent over TLS only. An `smtp:` connection begins unencrypted and then asks for TLS. An
 * attacker on the network could remove this request and read one-time codes. A mail server on this machine is not
 * reached over the network, so it does not need TLS.
 */
const requiresTls = ({ SMTP_URL = '', SMTP_PLAIN, isProduction }: Config): boolean =>
  isProduction && !SMTP_PLAIN && !isLocal(SMTP_URL);

/** Maximum time in ms for the mail server to reply. After that, the attempt fails. */
const TIMEOUT_MS = 15_000;

/**
 * Returns a function that sends emails by SMTP; undefined if no server is configured. The function makes the attached
 * documents when it sends the email. If a document cannot be made or the server is unreachable, the function throws,
 * and the email stays in the queue.
 */
export function createMailer(
  config: Config,
  make: MakeAttachment = attachmentsBy({}),
  timeoutMs = TIMEOUT_MS,
): Send | undefined {
  if (!config.SMTP_URL) return undefined;
  const transport = createTransport({
    url: config.SMTP_URL,
    requireTLS: requiresTls(config),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message must not make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { brand } = publicEnvironment(config, []);
  const home = issuerOf(config);
  const address = `no-reply@${new URL(home).hostname}`;
  return async ({ recipient, subject, body, attachments = [] }) => {
    const files = await Promise.all(attachments.map(make));
    await transport.sendMail({
      from: config.MAIL_FROM ?? { name: brand.name, address },
      to: { name: '', address: recipient },
      subject,
      ...renderMail(brand, home, body),
      attachments: files.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
      })),
    });
  };
}

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)，。；：！？）]/g;

/**
 * Returns an email as plain text and as HTML. The HTML has the same text, with the brand above and below. Styles are
 * inline, because many email programs accept no others. There are no images, because most programs load images only
 * after the recipient agrees.
 */
export function renderMail(brand: Brand, home: string, body: string): { text: string; html: string } {
  const ink = inkOf(brand.primaryColor);
  const title = [...new Set(Object.values(brand.title))].join(' · ');
  const words = escapeHtml(body).replaceAll(
    ADDRESS,
    (address) => `<a href="${address}" style="color:${ink}">${address}</a>`,
  );
  return {
    text: `${body}\n\n-- \n${title}\n${home}\n`,
    html: `<!doctype html>
<html><body style="margin:0;background:#f3f5f4;color:#1b2430;font:15px/1.5 sans-serif">
<div style="max-width:640px;margin:0 auto;background:#ffffff">
<p style="margin:0;padding:16px 24px;background:${railOf(brand.primaryColor)};color:#ffffff;font-size:18px;font-weight:700">${escapeHtml(brand.name)}</p>
<p style="margin:0;padding:24px;white-space:pre-line;overflow-wrap:anywhere">${words}</p>
<p style="margin:0;padding:14px 24px;border-top:2px solid ${ink};color:#5b6675;font-size:13px">${escapeHtml(title)}<br><a href="${home}" style="color:${ink}">${home}</a></p>
</div></body></html>
`,
  };
}
