import { webhookSender } from '#server/automation/send-webhook.ts';
import { webhookQueue, type WebhookQueueParts } from '#server/automation/webhook-queue.ts';
import { resealWebhooks } from '#server/automation/webhook-rows.ts';
import { startSending } from '#server/platform/mail/send-queue.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';

type Parts = Pick<WebhookQueueParts, 'db' | 'clock'> & { readonly secret: Parameters<typeof resealWebhooks>[1] };

/** Each is a connection for ten seconds at most; several companies whose readers are slow don't fill them. */
const SLOTS = 40;

/** Sends what waits, for as long as the process lives; secrets that the SECRET_KEY before sealed are sealed anew first. */
export async function startWebhooks(
  { db, clock, secret }: Parts,
  { WEBHOOK_PRIVATE: mayBePrivate }: { readonly WEBHOOK_PRIVATE: boolean },
  failed: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  await resealWebhooks(db, secret);
  const open = (sealed: string): string => secret.open(sealed);
  const queue = webhookQueue({ db, clock, open, send: webhookSender(mayBePrivate) });
  return startSending(queue, { slots: SLOTS, timers: nodeTimers, failed });
}
