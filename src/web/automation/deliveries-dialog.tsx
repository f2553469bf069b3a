import { IconSend, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Delivery, OperatorWebhook } from '#contract/company/webhook.ts';
import { ATTEMPTS_MAX, isWebhookOff, type DeliveryState } from '#domain/automation/webhook.ts';
import type { Programs } from '#web/automation/programs.ts';
import { useStoreList } from '#web/company/use-store-list.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { DataTable, rowsOf, type Column } from '#web/design/lists/data-table.tsx';
import { Dialog } from '#web/design/dialogs/dialog.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Props = { programs: Programs; webhook: OperatorWebhook; onClose: () => void };

const LOOK_AGAIN_MS = 2_000;

/** Lists the deliveries to a webhook with their answers. Owners can send a test event, and send a delivery again. */
export function DeliveriesDialog({ programs, webhook, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const { reason } = programs;
  // While a delivery is waiting, the list is refetched.
  const result = useQuery({
    ...programs.deliveries(webhook.id),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false),
  });
  const { test, again, isPending } = useSending(programs, webhook);
  const close = () => {
    // The state of the webhook depends on its deliveries, so the webhook is refetched.
    void queryClient.invalidateQueries({ queryKey: programs.webhooks.queryKey });
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
      <DeliverAgainContext value={again}>
        <DataTable
          caption="automation.deliveries"
          columns={DELIVERY_COLUMNS}
          rowKey={({ id }) => id}
          {...rowsOf(result)}
          empty={<EmptyState title="automation.noDeliveries" icon={IconSend} />}
        />
      </DeliverAgainContext>
    </Dialog>
  );
}

/** Returns the calls that send a test event, and that send a delivery again. */
function useSending(programs: Programs, { id: webhookId, state }: OperatorWebhook) {
  const say = useSay();
  const take = useStoreList<Delivery[]>(programs.deliveries(webhookId));
  const { act: test, isPending } = useAction({
    send: () => take(programs.test(webhookId)),
    done: () => say('automation.testOnItsWay'),
  });
  const { act: send } = useAction({
    send: ({ id: deliveryId }: Delivery) => take(programs.deliverAgain(webhookId, deliveryId)),
    done: () => say('automation.againOnItsWay'),
  });
  const reasonOf = ({ kind }: Delivery) =>
    programs.reason ?? (isWebhookOff(state) && kind !== 'webhook.test' ? 'error.webhook_is_off' : undefined);
  const again: Again = { reasonOf, send };
  return { test, again, isPending };
}

/** The call that sends a delivery again. Columns are constant, so the cells get this call from a context. */
type Again = {
  /** Returns the reason why a delivery cannot be sent again. */
  reasonOf(this: void, delivery: Delivery): PhraseKey | undefined;
  send(this: void, delivery: Delivery): void;
};

const DeliverAgainContext = createContext<Again | undefined>(undefined);

/** The badge of each state of a delivery. */
const LOOKS = {
  waiting: { tone: 'quiet', label: 'automation.waiting', icon: IconClock },
  delivered: { tone: 'good', label: 'automation.delivered', icon: IconCircleCheck },
  failed: { tone: 'bad', label: 'automation.failed', icon: IconCircleX },
} as const satisfies Record<DeliveryState, object>;

type RowProps = { row: Delivery };

/** Shows the event of a delivery. A click on the event shows the exact body that was sent. */
function Event({ row }: RowProps) {
  const say = useSay();
  return (
    <details className={css.event}>
      <summary>{say(`automation.eventKind.${row.kind}`)}</summary>
      <span className={css.note}>{say('automation.body')}</span>
      <code className={css.secret}>{row.body}</code>
      <code className={css.call}>{`webhook-id: ${row.id}`}</code>
    </details>
  );
}

const At = ({ row }: RowProps) => <Moment at={row.createdAt} />;
const State = ({ row }: RowProps) => <StatusBadge {...LOOKS[row.state]} />;
const Attempts = ({ row }: RowProps) => String(row.attempts);

/** Shows what the receiver answered, and when the next attempt follows. */
function Answer({ row }: RowProps) {
  const say = useSay();
  const { status, error, attempts, state, nextAttemptAt } = row;
  return (
    <span className={css.answer}>
      {status !== null && <code>{`HTTP ${status}`}</code>}
      {error !== null && (
        <>
          {say('automation.noAnswer')}
          <code className={css.call}>{error}</code>
        </>
      )}
      {state === 'waiting' && attempts > 0 && nextAttemptAt !== null && (
        <span>
          {say('automation.next')}: <Moment at={nextAttemptAt} />
        </span>
      )}
    </span>
  );
}

/** A button that sends a delivery again. It is hidden while the server still plans another attempt. */
function AgainButton({ row }: RowProps) {
  const say = useSay();
  const again = use(DeliverAgainContext);
  if (row.state === 'waiting' || !again) return null;
  const name = `${say('automation.sendAgain')}: ${say(`automation.eventKind.${row.kind}`)}`;
  return (
    <ReasonButton size="xs" variant="subtle" name={name} reason={again.reasonOf(row)} onClick={() => again.send(row)}>
      {say('automation.sendAgain')}
    </ReasonButton>
  );
}

const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', title: 'automation.event', Cell: Event },
  { id: 'at', title: 'room.time', width: '170px', Cell: At },
  { id: 'state', title: 'automation.state', width: '120px', Cell: State },
  { id: 'attempts', title: 'automation.attempts', align: 'end', width: '80px', Cell: Attempts },
  { id: 'answer', title: 'automation.answer', width: '190px', Cell: Answer },
  { id: 'again', title: 'auction.actions', width: '120px', Cell: AgainButton },
];
