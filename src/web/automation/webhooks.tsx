import {
  IconWebhook,
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerPause,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, createContext, use } from 'react';
import type { OperatorWebhook } from '#contract/company/webhook.ts';
import { isWebhookOff, type WebhookState } from '#domain/automation/webhook.ts';
import { DeliveriesDialog } from '#web/automation/deliveries-dialog.tsx';
import { SecretDialog } from '#web/design/dialogs/secret-dialog.tsx';
import type { Programs, WebhookValues } from '#web/automation/programs.ts';
import { WebhookDialog } from '#web/automation/webhook-dialog.tsx';
import { useStoreList } from '#web/company/use-store-list.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay, type PhraseKey, useErrorText } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type OpenDialog =
  | { readonly kind: 'make' }
  | { readonly kind: 'told'; readonly secret: string }
  | { readonly kind: 'edit' | 'deliveries'; readonly of: OperatorWebhook };

/** Lists the webhooks of a company, or of the operator. */
export function Webhooks({ programs }: { programs: Programs }) {
  const say = useSay();
  const result = useQuery(programs.webhooks);
  const [shown, show] = useState<OpenDialog>();
  const { reason } = programs;
  const actions = useWebhookActions(programs, show);
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
      <p className={css.note}>{say(programs.webhooksNote)}</p>
      <WebhookActionsContext value={actions}>
        <DataTable
          caption="automation.webhooks"
          columns={WEBHOOK_COLUMNS}
          rowKey={({ id }) => id}
          likelyRows={1}
          {...rowsOf(result)}
          empty={<EmptyState title="automation.noWebhooks" icon={IconWebhook} />}
        />
      </WebhookActionsContext>
      {shown && <Dialogs programs={programs} shown={shown} show={show} />}
    </section>
  );
}

type DialogsProps = {
  programs: Programs;
  shown: OpenDialog;
  show: (next: OpenDialog | undefined) => void;
};

/** Shows the dialog that is open: a new webhook, its secret, its settings or its deliveries. */
function Dialogs({ programs, shown, show }: DialogsProps) {
  const say = useSay();
  const take = useStoreList<OperatorWebhook[]>(programs.webhooks);
  const { events } = programs;
  const onClose = () => show(undefined);
  if (shown.kind === 'told')
    return <SecretDialog title="automation.secretMade" secret={shown.secret} onClose={onClose} />;
  if (shown.kind === 'make') {
    const onDone = ({ secret, webhooks }: { secret: string; webhooks: OperatorWebhook[] }) => {
      void take(webhooks);
      show({ kind: 'told', secret });
    };
    return <WebhookDialog {...{ events, onClose, onDone }} send={programs.makeWebhook} />;
  }
  if (shown.kind === 'deliveries') return <DeliveriesDialog {...{ programs, onClose }} webhook={shown.of} />;
  const { id: webhookId, state } = shown.of;
  // A paused webhook stays paused.
  const send = (values: WebhookValues) =>
    programs.updateWebhook(webhookId, { ...values, isPaused: state === 'paused' });
  const onDone = (webhooks: OperatorWebhook[]) => {
    void take(webhooks);
    show(undefined);
    toast('good', say('automation.webhookSaved'));
  };
  return <WebhookDialog {...{ events, send, onClose, onDone }} webhook={shown.of} />;
}

/**
 * Passes the actions to the buttons of the rows. Columns are module constants, so the buttons cannot get them as props.
 */
const WebhookActionsContext = createContext<ReturnType<typeof useWebhookActions> | undefined>(undefined);

/** The badge of each state of a webhook. */
const LOOKS = {
  works: { tone: 'good', label: 'automation.works', icon: IconCircleCheck },
  failing: { tone: 'warn', label: 'automation.failing', icon: IconAlertTriangle },
  paused: { tone: 'quiet', label: 'automation.paused', icon: IconPlayerPause },
  disabled: { tone: 'bad', label: 'automation.switchedOff', icon: IconPlugConnectedX },
} as const satisfies Record<WebhookState, object>;

type RowProps = { row: OperatorWebhook };

const Address = ({ row }: RowProps) => <code className={css.call}>{row.url}</code>;

function Events({ row }: RowProps) {
  const say = useSay();
  return row.kinds.map((kind) => say(`automation.eventKind.${kind}`)).join(', ');
}

/** Shows the state of a webhook, and since when its deliveries fail. */
function State({ row }: RowProps) {
  const say = useSay();
  return (
    <span className={css.answer}>
      <StatusBadge {...LOOKS[row.state]} />
      {row.failingSince !== null && (
        <span>
          {say('automation.failingSince')} <Moment at={row.failingSince} />
        </span>
      )}
    </span>
  );
}

/** The buttons of one webhook. */
function Buttons({ row }: RowProps) {
  const say = useSay();
  const actions = use(WebhookActionsContext);
  if (!actions) return null;
  const { reason, showDeliveries, edit, toggle, renew, remove } = actions;
  const isOff = isWebhookOff(row.state);
  const button = (label: PhraseKey, run: () => void, looks: { isDangerous?: true; reason?: undefined } = {}) => (
    <ReasonButton
      size="xs"
      variant="subtle"
      reason={reason}
      {...looks}
      name={`${say(label)}: ${row.url}`}
      onClick={run}
    >
      {say(label)}
    </ReasonButton>
  );
  return (
    <div className={css.rowButtons}>
      {button('automation.deliveries', () => showDeliveries(row), { reason: undefined })}
      {button('automation.edit', () => edit(row))}
      {button(isOff ? 'automation.resume' : 'automation.pause', () => toggle(row))}
      {button('automation.renew', () => void renew(row))}
      {button('automation.remove', () => remove(row), { isDangerous: true })}
    </div>
  );
}

const WEBHOOK_COLUMNS: readonly Column<OperatorWebhook>[] = [
  { id: 'url', title: 'automation.url', Cell: Address },
  { id: 'events', title: 'automation.events', width: '220px', Cell: Events },
  { id: 'state', title: 'automation.state', width: '190px', Cell: State },
  { id: 'actions', title: 'auction.actions', width: '330px', Cell: Buttons },
];

/** Returns the actions on a webhook. */
function useWebhookActions(programs: Programs, show: (next: OpenDialog) => void) {
  const say = useSay();
  const take = useStoreList<OperatorWebhook[]>(programs.webhooks);
  // Pauses an active webhook, and resumes a paused one.
  const { act: toggle } = useAction({
    send: ({ id, url, kinds, state }: OperatorWebhook) =>
      take(programs.updateWebhook(id, { url, kinds, isPaused: !isWebhookOff(state) })),
    done: ({ state }) => say(isWebhookOff(state) ? 'automation.webhookOn' : 'automation.webhookPaused'),
  });
  const { act: remove } = useAction({
    question: ({ url }: OperatorWebhook) => ({
      title: 'automation.removeTitle',
      text: 'automation.removeText',
      params: { url },
      yes: 'automation.remove',
      isDangerous: true,
    }),
    send: ({ id }) => take(programs.removeWebhook(id)),
    done: () => say('automation.webhookRemoved'),
  });
  return {
    reason: programs.reason,
    toggle,
    remove,
    renew: useRenewSecret(programs, (secret) => show({ kind: 'told', secret })),
    edit: (of: OperatorWebhook) => show({ kind: 'edit', of }),
    showDeliveries: (of: OperatorWebhook) => show({ kind: 'deliveries', of }),
  };
}

/** Returns a function that asks, and then creates a new secret. The secret is shown only once. */
function useRenewSecret(
  programs: Programs,
  tell: (secret: string) => void,
): (webhook: OperatorWebhook) => Promise<void> {
  const textOf = useErrorText();
  const take = useStoreList<OperatorWebhook[]>(programs.webhooks);
  const { run } = useChange({
    send: async (webhookId: string) => {
      const made = programs.renewSecret(webhookId);
      await take(made.then(({ webhooks }) => webhooks));
      return made;
    },
    onDone: ({ secret }) => tell(secret),
    onRefused: (error) => toast('bad', textOf(error)),
  });
  return async ({ id: webhookId, url }) => {
    const question = { title: 'automation.renewTitle', text: 'automation.renewText', yes: 'automation.renew' } as const;
    if (await confirm({ ...question, params: { url } })) run(webhookId);
  };
}
