import { IconCircleCheck, IconCircleX, IconClock, IconMail, IconMessage } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { ListedMessage } from '#contract/message.ts';
import type { MessageState } from '#domain/notice/message.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './health.module.css';

/** The call that sends a message again. Columns are constant, so the cells get this call from a context. */
export const SendAgainContext = createContext<((message: ListedMessage) => void) | undefined>(undefined);

/** The badge of each state of a message. */
const LOOKS = {
  sent: { tone: 'good', label: 'message.sent', icon: IconCircleCheck },
  waiting: { tone: 'quiet', label: 'message.waiting', icon: IconClock },
  failed: { tone: 'bad', label: 'message.failed', icon: IconCircleX },
} as const satisfies Record<MessageState, object>;

type RowProps = { row: ListedMessage };

/** Shows what a message is about, and its subject unless it has a secret. */
function About({ row: { kind, subject } }: RowProps) {
  const say = useSay();
  return (
    <span className={css.two}>
      <strong>{say(`message.kind.${kind}`)}</strong>
      {subject !== '' && <small>{subject}</small>}
    </span>
  );
}

function Recipient({ row: { channel, recipient } }: RowProps) {
  const Picture = channel === 'email' ? IconMail : IconMessage;
  return (
    <span className={css.recipient}>
      <Picture size={16} aria-hidden /> {recipient}
    </span>
  );
}

const State = ({ row }: RowProps) => <StatusBadge {...LOOKS[row.state]} />;
const Attempts = ({ row }: RowProps) => String(row.attempts);

/** Shows the answer of the mail server, and when the next attempt follows. */
function Reason({ row: { state, reason, nextAttemptAt } }: RowProps) {
  const say = useSay();
  if (state !== 'failed') return '–';
  return (
    <span className={css.two}>
      <span className={css.reason}>{reason ?? say('message.expired')}</span>
      <small>
        {nextAttemptAt === null ? (
          say('message.noNext')
        ) : (
          <>
            {say('message.next')}: <Moment at={nextAttemptAt} />
          </>
        )}
      </small>
    </span>
  );
}

/** Shows when a message was created, and when it was sent. */
function Times({ row: { createdAt, sentAt } }: RowProps) {
  const say = useSay();
  return (
    <span className={css.two}>
      <Moment at={createdAt} />
      {sentAt !== null && (
        <small>
          {say('message.sentAt')}: <Moment at={sentAt} />
        </small>
      )}
    </span>
  );
}

/** A button that sends a message again. It is hidden while the message waits for its first attempt. */
function AgainButton({ row }: RowProps) {
  const say = useSay();
  const send = use(SendAgainContext);
  if (row.state === 'waiting' || !send) return null;
  const reason = row.sendAgainRefusal === null ? undefined : (`error.${row.sendAgainRefusal}` as const);
  const name = `${say('message.sendAgain')}: ${say(`message.kind.${row.kind}`)}, ${row.recipient}`;
  return (
    <ReasonButton size="xs" variant="subtle" name={name} reason={reason} onClick={() => send(row)}>
      {say('message.sendAgain')}
    </ReasonButton>
  );
}

export const MESSAGE_COLUMNS: readonly Column<ListedMessage>[] = [
  { id: 'about', title: 'message.about', Cell: About },
  { id: 'recipient', title: 'message.recipient', width: '200px', Cell: Recipient },
  { id: 'state', title: 'message.state', width: '110px', Cell: State },
  { id: 'attempts', title: 'message.attempts', align: 'end', width: '90px', Cell: Attempts },
  { id: 'reason', title: 'message.reason', Cell: Reason },
  { id: 'created', title: 'message.created', width: '200px', Cell: Times },
  { id: 'again', title: 'auction.actions', width: '120px', Cell: AgainButton },
];
