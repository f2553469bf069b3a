import { loadSecret } from '#server/identity/session/secret.ts';
import type { Db } from '#server/platform/database/database.ts';
import { bodyOf, listMessages, type OutboxRow } from '#server/platform/mail/outbox.ts';

/** Reads the messages to addresses that start with `recipient`, newest first. The server must have no SECRET_KEY. */
export async function readMails(db: Db, recipient: string): Promise<OutboxRow[]> {
  const secret = await loadSecret(db, {});
  const rows = await listMessages(db);
  return rows
    .filter((row) => row.recipient.startsWith(recipient))
    .map((row) => ({ ...row, body: bodyOf(row, secret) }));
}

/**
 * Returns the one-time code of the newest message that contains one, among messages to addresses that start with
 * `recipient`.
 */
export async function findMailedCode(db: Db, recipient: string): Promise<string | undefined> {
  const mails = await readMails(db, recipient);
  return mails.map(({ body }) => /(?<![\w-])\d{6}(?![\w-])/.exec(body)?.[0]).find((code) => code !== undefined);
}
