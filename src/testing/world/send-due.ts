import { loadSecret } from '#server/identity/session/secret.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SendQueue } from '#server/platform/mail/send-queue.ts';
import { outboxQueues, type Senders } from '#server/platform/mail/start-outbox.ts';

/** Sends the messages that are due now, and waits until they are sent. Returns how many were sent successfully. */
export async function sendDue<T>({ claim, send }: SendQueue<T>): Promise<number> {
  const results = await Promise.all((await claim(20)).map(send));
  return results.filter(Boolean).length;
}

/** Sends the emails and SMS messages that are due now. Returns how many were sent successfully. */
export async function sendMessages(db: Db, senders: Senders): Promise<number> {
  const secret = await loadSecret(db, {});
  const counts = await Promise.all(outboxQueues({ db, secret, senders }).map(sendDue));
  return counts.reduce((sum, count) => sum + count, 0);
}
