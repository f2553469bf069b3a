import { Button, CopyButton } from '@mantine/core';
import { IconMail, IconMessage, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listOutbox, type OutboxMessage } from '#contract/identity/identity.ts';
import { EmptyState, ErrorState } from '#web/design/feedback/empty-state.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { SearchField } from '#web/design/lists/search-field.tsx';
import { Toolbar } from '#web/design/lists/toolbar.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { env } from '#web/platform/page/env.ts';
import { formatDateTime, formatUtc } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './outbox-page.module.css';

const LOOK_AGAIN_MS = 2_000;

/**
 * Lists the messages that the server stored instead of sending them, newest first. The list is refetched regularly.
 * Only development and demo servers have this outbox.
 */
export function OutboxPage() {
  const say = useSay();
  const { data, error, refetch } = useQuery({
    ...readQuery(['outbox'], listOutbox, {}),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const { search = '' } = useSearch({ from: '/development/outbox' });
  const newest = data?.filter(isAbout(search)).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <main className={css.page} id="content">
      <PageTitle title="identity.outbox" note={say('identity.outboxNote')} />
      <Toolbar>
        <SearchField label="identity.outboxSearch" />
      </Toolbar>
      {error && !data && <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />}
      {newest?.length === 0 && (
        <EmptyState title="identity.outboxEmpty" hint="identity.outboxEmptyHint" icon={IconMail} />
      )}
      <ol className={css.list}>
        {newest?.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ol>
    </main>
  );
}

const isAbout = (search: string) => {
  const words = search.toLowerCase();
  return ({ recipient, subject }: OutboxMessage) => `${recipient} ${subject}`.toLowerCase().includes(words);
};

/** Returns the one-time code in a message: six separate digits, not six digits inside a hash. */
const oneTimeCodeIn = (body: string): string | undefined => /(?<![0-9a-z])\d{6}(?![0-9a-z])/i.exec(body)?.[0];

function Message({ message }: { message: OutboxMessage }) {
  const say = useSay();
  const language = useLanguage();
  const code = oneTimeCodeIn(message.body);
  const Picture = message.channel === 'sms' ? IconMessage : IconMail;
  return (
    <article className={css.message}>
      <header className={css.head}>
        <Picture size={16} aria-hidden />
        <span className={css.to}>{message.recipient}</span>
        <time dateTime={message.createdAt} title={formatUtc(message.createdAt)}>
          {formatDateTime(message.createdAt, language)}
        </time>
      </header>
      <h2 className={css.subject}>{message.subject}</h2>
      {code && (
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <div className={css.code}>
              <output className={css.digits}>{code}</output>
              <Button variant="light" onClick={copy}>
                {say(copied ? 'action.copied' : 'action.copy')}
              </Button>
            </div>
          )}
        </CopyButton>
      )}
      <p className={css.body}>{message.body}</p>
      {message.attachments.length > 0 && <Attachments message={message} />}
    </article>
  );
}

/** Links to a message's attachments. The server creates an attachment only when its link is opened. */
function Attachments({ message: { id, attachments } }: { message: OutboxMessage }) {
  const say = useSay();
  return (
    <ul className={css.attachments} aria-label={say('identity.attachments')}>
      {attachments.map((name, index) => (
        <li key={name + index}>
          <a href={`${env().apiBaseUrl}/development/outbox/${id}/attachments/${index}`} download>
            <IconPaperclip size={14} aria-hidden />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
