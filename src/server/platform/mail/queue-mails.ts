import { sql } from 'kysely';
import type { MessageKind } from '#domain/notice/message.ts';
import { baseLanguageOf, type Language } from '#domain/basics/language.ts';
import { usableLanguages } from '#domain/platform-setting/languages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { writerFor, type Writer } from '#server/platform/document/writer-for.ts';
import {
  EDITED_TEXTS,
  textsInUse,
  wordsWith,
  type EditedTexts,
  type TextsInUse,
} from '#server/platform/mail/message-texts.ts';
import { knownLanguages } from '#server/platform/http/words.ts';
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
  /**
   * The recipient's language, if known. If it is unknown or not on offer any more, the email has its text in every
   * language on offer.
   */
  readonly language?: Language;
};

/** Queues emails in the current transaction. Each has a salutation and shows times in its recipient's time zone. */
export async function queueMails(db: Db, kind: MessageKind, mails: readonly Mail[]): Promise<void> {
  await queueMessages(db, await composeMails(db, kind, mails));
}

/**
 * Returns the messages of emails. Names and time zones come from the users with the recipients' addresses. Texts that an
 * owner edited replace the phrases.
 */
export async function composeMails(db: Db, kind: MessageKind, mails: readonly Mail[]): Promise<Message[]> {
  if (mails.length === 0) return [];
  const { people, texts: edited, languages, platformZone } = await readRecipients(db, mails);
  const ofDocuments = new Set<string | undefined>([undefined, ...languages.map(baseLanguageOf)]);
  const writers = new Map<string, ObservedWriter>();
  const writerOf = (language: Language, timeZone: string): ObservedWriter => {
    const key = `${language} ${timeZone}`;
    const writer = writers.get(key) ?? observedWriter(edited, language, timeZone);
    writers.set(key, writer);
    return writer;
  };
  return mails.map(({ recipient, write, ending = [], language: known, attachments = [], ...rest }) => {
    const { username, timeZone } = people.get(recipient.toLowerCase()) ?? { username: '', timeZone: platformZone };
    const texts = (known && languages.includes(known) ? [known] : languages).map((language) => {
      const { writer, used } = writerOf(language, timeZone);
      const written = write(language, writer);
      const fault = faultOf(used, written);
      if (fault) reportFault(fault);
      const { subject, body, details } = fault ? write(language, writerFor({ language, timeZone })) : written;
      const salutation = writer.words('mail.salutation', { known: username === '' ? 'no' : 'yes', name: username });
      return { subject, body: joined([salutation, body, details]) };
    });
    return {
      ...rest,
      kind,
      channel: 'email',
      attachments: attachments
        .filter(({ language }) => ofDocuments.has(language))
        .map((attachment) => ({ ...attachment, timeZone })),
      recipient,
      subject: texts.map(({ subject }) => subject).join(' / '),
      body: joined([...texts.map(({ body }) => body), ...ending]),
    };
  });
}

type ObservedWriter = { readonly writer: Writer; readonly used: Set<string> };

/** Returns a writer with edited texts. `used` collects the texts of messages that it wrote. */
function observedWriter(edited: TextsInUse, language: Language, timeZone: string): ObservedWriter {
  const used = new Set<string>();
  const words = wordsWith(edited, language, (text) => used.add(text));
  return { writer: { ...writerFor({ language, timeZone }), words }, used };
}

/**
 * Returns the fault of an email that owners could not edit (decision 131). The subject must be a text of a message, and
 * the body must begin with one (`isMessageText` in `src/domain/notice/message-text.ts`).
 */
function faultOf(used: Set<string>, { subject, body }: MailText): Error | undefined {
  const texts = [...used];
  used.clear();
  if (!texts.includes(subject)) return new Error(`the subject of an email is no text of a message: ${subject}`);
  return texts.some((text) => body.startsWith(text))
    ? undefined
    : new Error(`the body of an email does not begin with a text of a message: ${subject}`);
}

/** Throws by default, so that tests find such an email. */
let reportFault = (fault: Error): void => {
  throw fault;
};

/**
 * Sets what happens to an email that owners could not edit. Production reports it and sends the built-in text, because
 * an exception would undo the act that the email is about.
 */
export const setFaultReport = (report: typeof reportFault): void => void (reportFault = report);

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n\n');

type Recipient = { readonly username: string; readonly timeZone: string };

type Read = {
  readonly people: ReadonlyMap<string, Recipient>;
  readonly texts: TextsInUse;
  /** The languages on offer. */
  readonly languages: readonly Language[];
  /** The time zone of recipients without an account, such as an invited person. */
  readonly platformZone: string;
};

/** Reads the recipients, the edited texts and the languages on offer in one statement, so that the transaction waits only once. */
async function readRecipients(db: Db, mails: readonly Mail[]): Promise<Read> {
  const emails = [...new Set(mails.map(({ recipient }) => recipient.toLowerCase()))].filter((email) => email !== '');
  type Row = Recipient & { readonly email: string };
  const { rows } = await sql<{
    people: readonly Row[];
    texts: readonly EditedTexts[];
    offered: readonly string[];
    zone: string;
  }>`
    select ${EDITED_TEXTS} as texts, offered_languages() as offered, platform_time_zone() as zone, coalesce((
      select jsonb_agg(jsonb_build_object('email', lower(email), 'username', username, 'timeZone', coalesce(time_zone, platform_time_zone())))
      from app_user where lower(email) = any(${emails}::text[]) and email <> ''), '[]'::jsonb) as people`.execute(db);
  const { people, texts, offered, zone } = rows[0] ?? { people: [], texts: [], offered: [], zone: 'UTC' };
  return {
    people: new Map(people.map((row) => [row.email, row])),
    texts: textsInUse(texts),
    languages: usableLanguages({ offered }, knownLanguages()),
    platformZone: zone,
  };
}
