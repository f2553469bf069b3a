import type { Db } from '#server/platform/database/database.ts';
import type { Send } from '#server/platform/mail/mail.ts';
import {
  bodyOf,
  claimMessages,
  markFailed,
  markSent,
  type ClaimedMessage,
  type Message,
  type Sealing,
} from '#server/platform/mail/outbox.ts';
import { startSending, type SendQueue } from '#server/platform/mail/send-queue.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import { countMessage } from '#server/platform/telemetry/counters.ts';
import { withSpan } from '#server/platform/telemetry/trace.ts';

type Channel = Message['channel'];
export type Senders = Readonly<Record<Channel, Send | undefined>>;
export type OutboxParts = { readonly db: Db; readonly secret: Pick<Sealing, 'open'>; readonly senders: Senders };

/**
 * Returns a send queue for each channel that has a sender. Messages of other channels stay in the table, and the outbox
 * of the development environment shows them.
 */
export const outboxQueues = (parts: OutboxParts): SendQueue<ClaimedMessage>[] =>
  (['email', 'sms'] as const).flatMap((channel) => {
    const deliver = parts.senders[channel];
    return deliver ? [queueOf(parts, channel, deliver)] : [];
  });

const queueOf = (parts: OutboxParts, channel: Channel, deliver: Send): SendQueue<ClaimedMessage> => ({
  claim: (max) => claimMessages(parts.db, channel, max),
  send: (message) => withSpan(`send ${channel}`, {}, () => sendOne(parts, deliver, message)),
});

async function sendOne({ db, secret }: OutboxParts, deliver: Send, message: ClaimedMessage): Promise<boolean> {
  try {
    await deliver({ ...message, body: bodyOf(message, secret) });
  } catch (failure) {
    countMessage(message.channel, false);
    await markFailed(db, message.id, failure instanceof Error ? failure.message : String(failure));
    return false;
  }
  countMessage(message.channel, true);
  await markSent(db, message.id);
  return true;
}

/**
 * Maximum number of concurrent sends per channel, because mail servers limit connections. Each channel has its own
 * limit, so a slow SMS gateway does not delay emails.
 */
const SLOTS = 10;

/** Sends queued messages until stopped. Exactly one process claims each message. */
export function startOutbox(parts: OutboxParts, failed: (error: unknown) => void): { stop(): Promise<void> } {
  const options = { slots: SLOTS, timers: nodeTimers, failed };
  const running = outboxQueues(parts).map((queue) => startSending(queue, options));
  return { stop: async () => void (await Promise.all(running.map((one) => one.stop()))) };
}
