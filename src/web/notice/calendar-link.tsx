import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { createCalendarLink, getCalendarLink, revokeCalendarLink } from '#contract/calendar.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import { SecretDialog } from '#web/design/dialogs/secret-dialog.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { confirm } from '#web/design/dialogs/confirm.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './calendar-link.module.css';

const linkQuery = readQuery(['calendar-link'], getCalendarLink, {});

/** Lets the person create, replace and revoke the subscription link to the calendar of auctions (decision 125). */
export function CalendarLink() {
  const say = useSay();
  const titleId = useId();
  const { data, error, refetch } = useQuery(linkQuery);
  const [url, setUrl] = useState<string>();
  const { create, revoke } = useLinkActions(setUrl);
  const hasLink = data !== undefined && data.createdAt !== null;
  const createAfterQuestion = async () => {
    const isReplaced = hasLink
      ? await confirm({ title: 'calendar.replaceTitle', text: 'calendar.replaceText', yes: 'calendar.replace' })
      : true;
    if (isReplaced) create.act();
  };
  return (
    <section className={css.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{say('calendar.title')}</h2>
      <p className={css.note}>{say('calendar.note')}</p>
      {error && data === undefined ? (
        <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className={css.state}>
            {hasLink && data.createdAt !== null ? (
              <>
                {say('calendar.since')} <Moment at={data.createdAt} />
              </>
            ) : (
              data && say('calendar.none')
            )}
          </p>
          <div className={css.buttons}>
            <Button
              variant="default"
              disabled={data === undefined}
              loading={create.isPending}
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
              onClick={() => void createAfterQuestion()}
            >
              {say(hasLink ? 'calendar.replace' : 'calendar.create')}
            </Button>
            {hasLink && (
              <Button
                variant="default"
                loading={revoke.isPending}
                leftSection={<IconCalendarX size={16} aria-hidden />}
                onClick={() => revoke.act()}
              >
                {say('calendar.revoke')}
              </Button>
            )}
          </div>
        </>
      )}
      {url !== undefined && <SecretDialog title="calendar.made" secret={url} onClose={() => setUrl(undefined)} />}
    </section>
  );
}

function useLinkActions(show: (url: string) => void) {
  const say = useSay();
  const queryClient = useQueryClient();
  const changed = () => queryClient.invalidateQueries({ queryKey: linkQuery.queryKey });
  const create = useAction({
    send: () => api(createCalendarLink, {}),
    changed,
    done: () => say('calendar.created'),
    onDone: async ({ url }) => show(url),
  });
  const revoke = useAction({
    question: () => ({
      title: 'calendar.revokeTitle',
      text: 'calendar.revokeText',
      yes: 'calendar.revoke',
      isDangerous: true,
    }),
    send: () => api(revokeCalendarLink, {}),
    changed,
    done: () => say('calendar.revoked'),
  });
  return { create, revoke };
}
