import { IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deliverAgain, testWebhook, type Delivery, type Webhook } from '#contract/company/webhook.ts';
import { ATTEMPTS_MAX, isWebhookOff } from '#domain/automation/webhook.ts';
import { DeliverAgainContext, DELIVERY_COLUMNS } from '#web/automation/delivery-columns.tsx';
import { deliveriesQuery, useTakeDeliveries, webhooksQuery } from '#web/automation/webhook-query.ts';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { asApiError, type ApiError } from '#web/platform/calls/api-error.ts';
import { useErrorText, useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from './automation.module.css';

type Props = { accountId: string; webhook: Webhook; reason: PhraseKey | undefined; onClose: () => void };

/** What was sent to an address and how it answered; a test and repeats by hand. */
export function DeliveriesDialog({ accountId, webhook, reason, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(deliveriesQuery(accountId, webhook.id));
  const { test, again, isPending } = useSending(accountId, webhook);
  const reasonOf = ({ kind }: Delivery): PhraseKey | undefined =>
    reason ?? (isWebhookOff(webhook.state) && kind !== 'test' ? 'error.webhook_is_off' : undefined);
  const close = () => {
    // What arrived or didn't has changed how the webhook fares.
    void queryClient.invalidateQueries(webhooksQuery(accountId));
    onClose();
  };
  return (
    <Dialog title={say('automation.deliveries')} isOpen onClose={close} size="xl">
      <header className={css.sending}>
        <p className={css.note}>
          <code className={css.call}>{webhook.url}</code>
          <br />
          {say('automation.deliveriesNote', { most: ATTEMPTS_MAX })}
        </p>
        <ReasonButton
          reason={reason}
          loading={isPending}
          onClick={() => test()}
          leftSection={<IconSend size={16} aria-hidden />}
        >
          {say('automation.sendTest')}
        </ReasonButton>
      </header>
      <DeliverAgainContext value={{ reasonOf, send: again }}>
        <DataTable
          caption="automation.deliveries"
          columns={DELIVERY_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="automation.noDeliveries" icon={IconSend} />}
        />
      </DeliverAgainContext>
    </Dialog>
  );
}

function useSending(accountId: string, { id: webhookId }: Webhook) {
  const say = useSay();
  const textOf = useErrorText();
  const queryClient = useQueryClient();
  const take = useTakeDeliveries(accountId, webhookId);
  const params = { id: accountId, webhookId };
  const onRefused = (error: ApiError) => {
    toast('bad', textOf(error));
    void queryClient.invalidateQueries(deliveriesQuery(accountId, webhookId));
  };
  const test = useChange({
    send: () => api(testWebhook, { params }),
    onDone: (deliveries) => {
      take(deliveries);
      toast('good', say('automation.testOnItsWay'));
    },
    onRefused,
  });
  const again = useChange({
    send: ({ id: deliveryId }: Delivery) => api(deliverAgain, { params: { ...params, deliveryId } }),
    onDone: (deliveries) => {
      take(deliveries);
      toast('good', say('automation.againOnItsWay'));
    },
    onRefused,
  });
  return { test: test.run, again: again.run, isPending: test.isPending };
}
