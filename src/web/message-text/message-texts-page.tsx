import { IconAlertTriangle, IconMail, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listMessageTexts, type ListedMessageText } from '#contract/message-text.ts';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { MESSAGE_KINDS } from '#domain/notice/message.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { DataTable, type Column } from '#web/design/lists/data-table.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { paths } from '#web/paths.ts';
import css from './message-text.module.css';

/** The number of messages, so that the height of the list is reserved. */
const LIKELY_ROWS = 60;

/** The texts of all messages, sorted by kind. */
export function MessageTextsPage() {
  const say = useSay();
  const { data, error, refetch } = useQuery(readQuery(['message-texts'], listMessageTexts, {}));
  const rows = data?.items.toSorted((a, b) => MESSAGE_KINDS.indexOf(a.kind) - MESSAGE_KINDS.indexOf(b.kind));
  return (
    <>
      <PageTitle
        title="messageText.title"
        note={say('messageText.note')}
        back={{ to: paths.mails, label: 'message.title' }}
      />
      <DataTable
        caption="messageText.title"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        likelyRows={LIKELY_ROWS}
        error={error ? asApiError(error) : null}
        onRetry={() => void refetch()}
        empty={<EmptyState title="messageText.title" icon={IconMail} />}
      />
    </>
  );
}

type RowProps = { row: ListedMessageText };

function Title({ row: { id, title } }: RowProps) {
  const language = useLanguage();
  return (
    <Link to={paths.messageText(id)} className={css.link}>
      {title[baseLanguageOf(language)]}
    </Link>
  );
}

function Kind({ row: { kind } }: RowProps) {
  const say = useSay();
  return say(`message.kind.${kind}`);
}

function State({ row: { isEdited, isOutdated } }: RowProps) {
  const say = useSay();
  if (isOutdated) return <StatusBadge tone="warn" label="messageText.outdated" icon={IconAlertTriangle} />;
  return isEdited ? (
    <StatusBadge tone="good" label="messageText.edited" icon={IconPencil} />
  ) : (
    say('messageText.original')
  );
}

function Saved({ row: { savedAt, savedBy } }: RowProps) {
  if (savedAt === null) return '–';
  return (
    <span className={css.two}>
      <Moment at={savedAt} />
      <small>{savedBy}</small>
    </span>
  );
}

const COLUMNS: readonly Column<ListedMessageText>[] = [
  { id: 'title', title: 'messageText.message', Cell: Title },
  { id: 'kind', title: 'messageText.kind', width: '190px', Cell: Kind },
  { id: 'state', title: 'messageText.state', width: '180px', Cell: State },
  { id: 'saved', title: 'messageText.savedAt', width: '220px', Cell: Saved },
];
