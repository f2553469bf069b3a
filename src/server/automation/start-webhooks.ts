import { startWebhookPump, type WebhookPumpParts } from '#server/automation/pump-webhooks.ts';
import { webhookSender } from '#server/automation/send-webhook.ts';
import { resealWebhooks } from '#server/automation/webhook-rows.ts';
import { nodeTimers } from '#server/platform/timers.ts';

type Parts = Pick<WebhookPumpParts, 'db' | 'clock'> & { readonly secret: Parameters<typeof resealWebhooks>[1] };

/** Sends what waits, for as long as the process lives; secrets that the SECRET_KEY before sealed are sealed anew first. */
export async function startWebhooks(
  { db, clock, secret }: Parts,
  { WEBHOOK_PRIVATE: mayBePrivate }: { readonly WEBHOOK_PRIVATE: boolean },
  failed: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  await resealWebhooks(db, secret);
  const open = (sealed: string): string => secret.open(sealed);
  return startWebhookPump({ db, clock, open, send: webhookSender(mayBePrivate), timers: nodeTimers, failed });
}
