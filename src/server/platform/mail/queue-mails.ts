import { sql } from 'kysely';
import type { MessageKind } from '#domain/notice/message.ts';
import { LANGUAGES, type Language } from '#domain/basics/language.ts';
import type { Db } from '#server/platform/database/database.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';
import { queueMessages, type Message } from '#server/platform/mail/outbox.ts';

/** Text of an email in one language. `details` is added below the body. */
export type MailText = { readonly subject: string; readonly body: string; readonly details?: string };

/** Writes the text of an email in one language. The writer formats times in the recipient's time zone. */
export type WriteMail = (language: Language, writer: Writer) => MailText;

export type Mail = Pick<Message, 'recipient' | 'attachments' | 'usefulUntilMs'> & {
  readonly write: WriteMail;
  /**
   * Parts that are added once, after the texts in all languages, such as a remark or a link. Empty parts are left out.
   */
  readonly ending?: readonly (string | undefined)[];
  /** The recipient's language, if known. Otherwise the email has its text in every language. */
  readonly language?: Language;
};

/** Queues emails in the current transaction. Each has a salutation and shows times in its recipient's time zone. */
export async function queueMails(db: Db, kind: MessageKind, mails: readonly Mail[]): Promise<void> {
  await queueMessages(db, await composeMails(db, kind, mails));
}

/** Returns the messages of emails. Names and time zones come from the users with the recipients' addresses. */
export async function composeMails(db: Db, kind: MessageKind, mails: readonly Mail[]): Promise<Message[]> {
  const people = await findRecipients(db, mails);
  const writers = new Map<string, Writer>();
  const writerOf = (language: Language, timeZone: string): Writer => {
    const key = `${language} ${timeZone}`;
    const writer = writers.get(key) ?? writerFor({ language, timeZone });
    writers.set(key, writer);
    return writer;
  };
  return mails.map(({ recipient, write, ending = [], language: known, attachments = [], ...rest }) => {
    const { username, timeZone } = people.get(recipient.toLowerCase()) ?? STRANGER;
    const texts = (known ? [known] : LANGUAGES).map((language) => {
      const writer = writerOf(language, timeZone);
      const { subject, body, details } = write(language, writer);
      const salutation = writer.words('mail.salutation', { known: username === '' ? 'no' : 'yes', name: username });
      return { subject, body: joined([salutation, body, details]) };
    });
    return {
      ...rest,
      kind,
      channel: 'email',
      attachments: attachments.map((attachment) => ({ ...attachment, timeZone })),
      recipient,
      subject: texts.map(({ subject }) => subject).join(' / '),
      body: joined([...texts.map(({ body }) => body), ...ending]),
    };
  });
}

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n\n');

type Recipient = { readonly username: string; readonly timeZone: string };

/** A recipient without an account, such as an invited person. */
const STRANGER: Recipient = { username: '', timeZone: 'UTC' };

async function findRecipients(db: Db, mails: readonly Mail[]): Promise<ReadonlyMap<string, Recipient>> {
  const emails = [...new Set(mails.map(({ recipient }) => recipient.toLowerCase()))].filter((email) => email !== '');
  if (emails.length === 0) return new Map();
  const { rows } = await sql<Recipient & { email: string }>`
    select lower(email) as email, username, time_zone as "timeZone" from app_user
    where lower(email) = any(${emails}::text[]) and email <> ''`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}
