import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makeWebhook, updateWebhook, type Webhook } from '#contract/company/webhook.ts';
import { judgeManaging } from '#domain/access/may.ts';
import { DeliveriesDialog } from '#web/automation/deliveries-dialog.tsx';
import { SecretDialog } from '#web/automation/secret-dialog.tsx';
import { useWebhookChanges } from '#web/automation/use-webhook-changes.ts';
import { WEBHOOK_COLUMNS, WebhookActionsContext } from '#web/automation/webhook-columns.tsx';
import { WebhookDialog, type AskedWebhook } from '#web/automation/webhook-dialog.tsx';
import { useTakeWebhooks, webhooksQuery } from '#web/automation/webhook-query.ts';
import type { Membership } from '#web/company/account-choice.tsx';
import { DataTable } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Shown =
  | { readonly kind: 'make' }
  | { readonly kind: 'told'; readonly secret: string }
  | { readonly kind: 'edit' | 'deliveries'; readonly of: Webhook };

/** The addresses that the company's events are sent to. */
export function Webhooks({ account }: { account: Membership }) {
  const say = useSay();
  const { data, error, refetch } = useQuery(webhooksQuery(account.id));
  const [shown, show] = useState<Shown>();
  const changes = useWebhookChanges(account.id, (secret) => show({ kind: 'told', secret }));
  const refusal = judgeManaging(account);
  const reason = refusal && (`error.${refusal}` as const);
  return (
    <section aria-label={say('automation.webhooks')}>
      <header className={css.head}>
        <h2>{say('automation.webhooks')}</h2>
        <ReasonButton
          reason={reason}
          onClick={() => show({ kind: 'make' })}
          leftSection={<IconWebhook size={16} aria-hidden />}
        >
          {say('automation.makeWebhook')}
        </ReasonButton>
      </header>
      <p className={css.note}>{say('automation.webhooksNote')}</p>
      <WebhookActionsContext
        value={{
          ...changes,
          reason,
          edit: (of) => show({ kind: 'edit', of }),
          showDeliveries: (of) => show({ kind: 'deliveries', of }),
        }}
      >
        <DataTable
          caption="automation.webhooks"
          columns={WEBHOOK_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          likelyRows={1}
          error={error && asApiError(error)}
          onRetry={() => void refetch()}
          empty={<EmptyState title="automation.noWebhooks" icon={IconWebhook} />}
        />
      </WebhookActionsContext>
      {shown && <Dialogs accountId={account.id} reason={reason} shown={shown} show={show} />}
    </section>
  );
}

type DialogsProps = {
  accountId: string;
  reason: PhraseKey | undefined;
  shown: Shown;
  show: (next: Shown | undefined) => void;
};

function Dialogs({ accountId, reason, shown, show }: DialogsProps) {
  const say = useSay();
  const take = useTakeWebhooks(accountId);
  const onClose = () => show(undefined);
  if (shown.kind === 'told')
    return <SecretDialog title="automation.secretMade" secret={shown.secret} onClose={onClose} />;
  if (shown.kind === 'make') {
    const onDone = ({ secret, webhooks }: { secret: string; webhooks: Webhook[] }) => {
      take(webhooks);
      show({ kind: 'told', secret });
    };
    const send = (body: AskedWebhook) => api(makeWebhook, { params: { id: accountId }, body });
    return <WebhookDialog {...{ send, onClose, onDone }} />;
  }
  if (shown.kind === 'deliveries') return <DeliveriesDialog {...{ accountId, reason, onClose }} webhook={shown.of} />;
  const { id: webhookId, state } = shown.of;
  // A paused one stays paused.
  const send = (asked: AskedWebhook) =>
    api(updateWebhook, { params: { id: accountId, webhookId }, body: { ...asked, isPaused: state === 'paused' } });
  const onDone = (webhooks: Webhook[]) => {
    take(webhooks);
    show(undefined);
    toast('good', say('automation.webhookSaved'));
  };
  return <WebhookDialog {...{ send, onClose, onDone }} webhook={shown.of} />;
}
