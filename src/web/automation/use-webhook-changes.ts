import { useQueryClient } from '@tanstack/react-query';
import { removeWebhook, renewWebhookSecret, updateWebhook, type Webhook } from '#contract/company/webhook.ts';
import { isWebhookOff } from '#domain/automation/webhook.ts';
import { useTakeWebhooks, webhooksQuery } from '#web/automation/webhook-query.ts';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

export type WebhookChanges = {
  /** Pauses one that is on, switches on one that is off. */
  toggle(this: void, webhook: Webhook): void;
  /** Asks first; what is made is told once. */
  renew(this: void, webhook: Webhook): Promise<void>;
  remove(this: void, webhook: Webhook): Promise<void>;
};

/** What is done to a webhook without a form. */
export function useWebhookChanges(id: string, tell: (secret: string) => void): WebhookChanges {
  const say = useSay();
  const take = useTakeWebhooks(id);
  const onRefused = useRefused(id);
  const at = ({ id: webhookId }: Webhook) => ({ params: { id, webhookId } });
  const toggle = useChange({
    send: (one: Webhook) => {
      const { url, kinds, state } = one;
      return api(updateWebhook, { ...at(one), body: { url, kinds, isPaused: !isWebhookOff(state) } });
    },
    onDone: (webhooks) => take(webhooks),
    onRefused,
  });
  const renew = useChange({
    send: (one: Webhook) => api(renewWebhookSecret, at(one)),
    onDone: ({ secret, webhooks }) => {
      take(webhooks);
      tell(secret);
    },
    onRefused,
  });
  const remove = useChange({
    send: (one: Webhook) => api(removeWebhook, at(one)),
    onDone: (webhooks) => {
      take(webhooks);
      toast('good', say('automation.webhookRemoved'));
    },
    onRefused,
  });
  return {
    toggle: (one) =>
      toggle.run(one, {
        onSuccess: () =>
          toast('good', say(isWebhookOff(one.state) ? 'automation.webhookOn' : 'automation.webhookPaused')),
      }),
    renew: async (one) => {
      if (await confirm({ ...RENEW, params: { url: one.url } })) renew.run(one);
    },
    remove: async (one) => {
      if (await confirm({ ...REMOVE, params: { url: one.url } })) remove.run(one);
    },
  };
}

const RENEW = { title: 'automation.renewTitle', text: 'automation.renewText', yes: 'automation.renew' } as const;
const REMOVE = {
  title: 'automation.removeTitle',
  text: 'automation.removeText',
  yes: 'automation.remove',
  isDangerous: true,
} as const;

function useRefused(id: string): (error: ApiError) => void {
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  return (error) => {
    toast('bad', textOf(error));
    void queryClient.invalidateQueries(webhooksQuery(id));
  };
}
