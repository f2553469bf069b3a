import type { Db } from '#server/platform/database.ts';
import type { Send } from '#server/platform/mail.ts';
import { claimMessages, markFailed, markSent, type ClaimedMessage, type Message } from '#server/platform/outbox.ts';
import { startSending, type SendQueue } from '#server/platform/send-queue.ts';
import { nodeTimers } from '#server/platform/timers.ts';
import { inStep } from '#server/platform/trace.ts';

type Channel = Message['channel'];
export type Senders = Readonly<Record<Channel, Send | undefined>>;

/** What waits in the outbox for each channel that has a sender; what has none stays for the development outbox. */
export const outboxQueues = (db: Db, senders: Senders): SendQueue<ClaimedMessage>[] =>
  (['email', 'sms'] as const).flatMap((channel) => {
    const deliver = senders[channel];
    return deliver ? [queueOf(db, channel, deliver)] : [];
  });

const queueOf = (db: Db, channel: Channel, deliver: Send): SendQueue<ClaimedMessage> => ({
  claim: (max) => claimMessages(db, channel, max),
  send: (message) => inStep(`send ${channel}`, {}, () => sendOne(db, deliver, message)),
});

async function sendOne(db: Db, deliver: Send, message: ClaimedMessage): Promise<boolean> {
  try {
    await deliver(message);
  } catch (failure) {
    await markFailed(db, message.id, failure instanceof Error ? failure.message : String(failure));
    return false;
  }
  await markSent(db, message.id);
  return true;
}

/** Servers of others take so many connections; of each channel apart, so that a slow gateway holds up no mail. */
const SLOTS = 10;

/** Sends what waits for as long as the process lives; each message is claimed by one process. */
export function startOutbox(db: Db, senders: Senders, failed: (error: unknown) => void): { stop(): Promise<void> } {
  const options = { slots: SLOTS, timers: nodeTimers, failed };
  const running = outboxQueues(db, senders).map((queue) => startSending(queue, options));
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}
