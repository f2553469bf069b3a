import { Button } from '@mantine/core';
import { IconMail, IconPencil, IconPlugConnectedX, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listMessagesSent, sendMessageAgain, sendTestMessage, type ListedMessage } from '#contract/message.ts';
import { MESSAGE_STATES } from '#domain/notice/message.ts';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { FilterSelect } from '#web/design/lists/filter-select.tsx';
import { pageQueryOf } from '#web/design/lists/list-search.ts';
import { PagedList } from '#web/design/lists/paged-list.tsx';
import { MESSAGE_COLUMNS, SendAgainContext } from '#web/health/message-columns.tsx';
import type { messageSearch } from '#web/health/message-search.ts';
import { FailingMessages, useMessageHealth } from '#web/health/failing-messages.tsx';
import { api } from '#web/platform/calls/api.ts';
import { readPageQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { paths } from '#web/paths.ts';

const LOOK_AGAIN_MS = 5_000;

/** The page with the emails and text messages of the last 30 days. It refetches them every few seconds. */
export function MessagesPage() {
  const say = useSay();
  const asked: ReturnType<typeof messageSearch> = useSearch({ strict: false });
  const { state } = asked;
  const query = { ...pageQueryOf(asked), ...(state && { state }) };
  const result = useQuery({
    ...readPageQuery(['messages', query], listMessagesSent, { query }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const { again, test, isPending } = useSending();
  const health = useMessageHealth();
  return (
    <>
      <PageTitle
        title="message.title"
        note={say('message.note')}
        actions={
          <Button
            variant="default"
            component={Link}
            to={paths.messageTexts}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {say('messageText.open')}
          </Button>
        }
      />
      {health && !health.isSetUp.email && (
        <Notice tone="warn" icon={IconPlugConnectedX} title="message.noMailServer">
          <p>{say('message.noMailServerHint')}</p>
        </Notice>
      )}
      <FailingMessages />
      <SendAgainContext value={again}>
        <PagedList
          list="messages"
          title="message.title"
          search="message.search"
          columns={MESSAGE_COLUMNS}
          result={result}
          query={query}
          isFiltered={query.search !== '' || state !== undefined}
          none={{ title: 'message.none', hint: 'message.noneHint', icon: IconMail }}
        >
          <FilterSelect
            name="state"
            label="message.state"
            all="message.anyState"
            choices={MESSAGE_STATES.map((value) => ({ value, label: say(`message.${value}`) }))}
          />
          <ReasonButton loading={isPending} onClick={() => test()} leftSection={<IconSend size={16} aria-hidden />}>
            {say('message.sendTest')}
          </ReasonButton>
        </PagedList>
      </SendAgainContext>
    </>
  );
}

/** Returns the actions that send a message again, and that send a test email to the administrator. */
function useSending() {
  const say = useSay();
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: ['messages'] });
  const { act: again } = useAction({
    send: ({ id }: ListedMessage) => api(sendMessageAgain, { params: { id } }),
    changed,
    done: () => say('message.againOnItsWay'),
  });
  const { act: test, isPending } = useAction({
    send: () => api(sendTestMessage, {}),
    changed,
    done: () => say('message.testOnItsWay'),
  });
  return { again, test, isPending };
}
