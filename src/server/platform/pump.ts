import type { Db } from '#server/platform/database.ts';
import type { Send } from '#server/platform/mail.ts';
import { claimMessages, markFailed, markSent, type ClaimedMessage } from '#server/platform/outbox.ts';

export type Senders = { readonly email: Send | undefined; readonly sms: Send | undefined };

/** Sends what is due, once; gives the number of messages that went out. */
export async function pumpOutbox(db: Db, senders: Senders): Promise<number> {
  const channels = (['email', 'sms'] as const).filter((channel) => senders[channel]);
  const messages = await claimMessages(db, channels);
  const results = await Promise.all(messages.map((message) => sendOne(db, senders, message)));
  return results.filter(Boolean).length;
}

async function sendOne(db: Db, senders: Senders, message: ClaimedMessage): Promise<boolean> {
  try {
    await senders[message.channel]?.(message);
  } catch (failure) {
    await markFailed(db, message.id, failure instanceof Error ? failure.message : String(failure));
    return false;
  }
  await markSent(db, message.id);
  return true;
}

const PAUSE_MS = 1_000;

/**
 * Pumps for as long as the process lives. Several processes may pump at once, each message is claimed by one. Without a
 * configured sender nothing runs: messages stay for the development outbox.
 */
export function startPump(db: Db, senders: Senders, failed: (failure: unknown) => void): { stop(): Promise<void> } {
  if (!senders.email && !senders.sms) return { stop: async () => undefined };
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    try {
      while (!isStopped && (await pumpOutbox(db, senders)) > 0);
    } catch (failure) {
      failed(failure);
    }
    if (!isStopped) timer = setTimeout(run, PAUSE_MS).unref();
  };
  const run = () => void (underWay = turn());
  run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
