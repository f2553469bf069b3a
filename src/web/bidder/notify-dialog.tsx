import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconMail } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listNotifications, notifyBidders } from '#contract/bidder/notification.ts';
import type { ReplyOf } from '#contract/basics/route.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { api, newKey } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import css from './notify-dialog.module.css';

type Props = { auctionId: string; phase: 'upcoming' | 'live'; onClose: () => void };

/** A mail can't be taken back: it says first how many get it, and who sent one when. */
export function NotifyDialog({ auctionId, phase, onClose }: Props) {
  const say = useSay();
  const queryClient = useQueryClient();
  const [key] = useState(newKey);
  const params = { id: auctionId };
  const queryKey = ['notifications', auctionId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(listNotifications, { params, signal }),
    meta: { silent: true },
  });
  const { run, isPending, error } = useChange({
    send: () => api(notifyBidders, { params, key }),
    onDone: ({ recipientCount: count }) => {
      void queryClient.invalidateQueries({ queryKey });
      toast('good', say('notification.done', { count }));
      onClose();
    },
  });
  return (
    <FormDialog
      title="notification.title"
      submit="notification.send"
      isOpen
      onClose={onClose}
      onSubmit={() => query.data && run()}
      error={error}
      isPending={isPending}
      isDirty={false}
      size="sm"
    >
      {query.data ? (
        <Facts phase={phase} known={query.data} />
      ) : query.error ? (
        <ErrorState error={asApiError(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={92} />
      )}
    </FormDialog>
  );
}

function Facts({ phase, known }: Pick<Props, 'phase'> & { known: ReplyOf<typeof listNotifications> }) {
  const say = useSay();
  const { recipientCount: count, sent } = known;
  return (
    <>
      <div>
        <p className={css.text}>{say(`notification.${phase}`, { count })}</p>
        <p className={css.hint}>{say('notification.onceEach')}</p>
      </div>
      {sent.length === 0 ? (
        <p className={css.hint}>{say('notification.never')}</p>
      ) : (
        <section className={css.sent}>
          <h3 className={css.title}>{say('notification.history')}</h3>
          <Timeline label={say('notification.history')}>
            {sent.map(({ sentAt, sentBy, recipientCount }) => (
              <TimelineEvent
                key={sentAt}
                icon={IconMail}
                tone="quiet"
                what={say('notification.sentTo', { count: recipientCount })}
                who={sentBy}
                at={sentAt}
              />
            ))}
          </Timeline>
        </section>
      )}
    </>
  );
}
