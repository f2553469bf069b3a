import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { Delivery } from '#contract/company/webhook.ts';
import type { DeliveryState } from '#domain/automation/webhook.ts';
import { EVENT_WORDS } from '#web/automation/event-kinds.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './automation.module.css';

type Again = {
  /** Why this one can't be sent once more. */
  reasonOf(this: void, delivery: Delivery): PhraseKey | undefined;
  send(this: void, delivery: Delivery): void;
};

export const DeliverAgainContext = createContext<Again | undefined>(undefined);

const LOOKS = {
  waiting: { tone: 'quiet', label: 'automation.waiting', icon: IconClock },
  delivered: { tone: 'good', label: 'automation.delivered', icon: IconCircleCheck },
  failed: { tone: 'bad', label: 'automation.failed', icon: IconCircleX },
} as const satisfies Record<DeliveryState, object>;

type Props = { row: Delivery };

/** The event, and on request what is sent, to the byte. */
function Event({ row }: Props) {
  const say = useSay();
  return (
    <details className={css.event}>
      <summary>{say(EVENT_WORDS[row.kind])}</summary>
      <span className={css.note}>{say('automation.body')}</span>
      <code className={css.secret}>{row.body}</code>
      <code className={css.call}>{`webhook-id: ${row.id}`}</code>
    </details>
  );
}

const At = ({ row }: Props) => <Moment at={row.createdAt} />;
const State = ({ row }: Props) => <StatusBadge {...LOOKS[row.state]} />;
const Attempts = ({ row }: Props) => String(row.attempts);

function Answer({ row }: Props) {
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

function Button({ row }: Props) {
  const say = useSay();
  const again = use(DeliverAgainContext);
  if (row.state === 'waiting' || !again) return null;
  const name = `${say('automation.sendAgain')}: ${say(EVENT_WORDS[row.kind])}`;
  return (
    <ReasonButton size="xs" variant="subtle" name={name} reason={again.reasonOf(row)} onClick={() => again.send(row)}>
      {say('automation.sendAgain')}
    </ReasonButton>
  );
}

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', title: 'automation.event', Cell: Event },
  { id: 'at', title: 'room.time', width: '170px', Cell: At },
  { id: 'state', title: 'automation.state', width: '120px', Cell: State },
  { id: 'attempts', title: 'automation.attempts', align: 'end', width: '80px', Cell: Attempts },
  { id: 'answer', title: 'automation.answer', width: '190px', Cell: Answer },
  { id: 'again', title: 'auction.actions', width: '120px', Cell: Button },
];
