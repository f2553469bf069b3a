import { createTransport } from 'nodemailer';
import type { Message } from '#server/platform/outbox.ts';

export type Send = (message: Message) => Promise<void>;

const TIMEOUT_MS = 15_000;

/** Sends by SMTP; undefined where no server is configured. */
export function createMailer(config: { SMTP_URL?: string | undefined; MAIL_FROM: string }): Send | undefined {
  if (!config.SMTP_URL) return undefined;
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message is text that we wrote; nothing in it may name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ recipient, subject, body }) => {
    await transport.sendMail({ from: config.MAIL_FROM, to: { name: '', address: recipient }, subject, text: body });
  };
}
