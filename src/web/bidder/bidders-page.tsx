import { IconMail, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { Auction } from '#contract/auction/auction.ts';
import type { ReplyOf } from '#contract/basics/route.ts';
import { listNotifications, notifyBidders } from '#contract/bidder/notification.ts';
import { NextStepsPanel } from '#web/auction-editor/next-steps-panel.tsx';
import { adminAuctionQuery, useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { AuctionKind } from '#web/auction/auction-facts.tsx';
import { type AuctionPhase, PhaseMarks, usePhase } from '#web/auction/auction-phase.tsx';
import { AddBiddersDialog } from '#web/bidder/add-bidders-dialog.tsx';
import { bidderNote, bidderRules, notifyReason } from '#web/bidder/bidder-rules.ts';
import { BidderTable } from '#web/bidder/bidder-table.tsx';
import { type Related, RelatedBidders, relatedBiddersQuery } from '#web/bidder/related-bidders.tsx';
import { FormDialog } from '#web/design/dialogs/form-dialog.tsx';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Timeline, TimelineEvent } from '#web/design/layout/timeline.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { api, newKey } from '#web/platform/calls/api.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './bidders-page.module.css';
import notifyCss from './notify-dialog.module.css';

/** The page with the bidders of an auction and their maximum quantities. */
export function BiddersPage({ id }: { id: string }) {
  const say = useSay();
  const query = useQuery(adminAuctionQuery(id));
  // Related bidders are shown above the list. The page waits for them, so that they do not push the list down.
  const related = useQuery(relatedBiddersQuery(id));
  useDocumentTitle(query.data ? `${say('bidder.title')}: ${query.data.title}` : say('bidder.title'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(auction) => (related.isFetched ? <Bidders key={id} auction={auction} related={related} /> : <EditorSkeleton />)}
    </Loaded>
  );
}

/** Shows the bidders, the pairs of related bidders, and the dialogs that add bidders and email them. */
function Bidders({ auction, related }: { auction: Auction; related: Related }) {
  const say = useSay();
  const navigate = useNavigate();
  const changed = useAuctionChanged(auction.id);
  const [isAdding, setIsAdding] = useState(false);
  const phase = usePhase(auction);
  const rules = bidderRules(auction.isPrivate, phase);
  const note = bidderNote(auction.isPrivate, phase);
  const finish = async (count: number, isLeft: boolean) => {
    await changed();
    toast('good', say(isLeft ? 'bidder.addedRest' : 'bidder.added', { count }));
    setIsAdding(isLeft);
  };
  const add = (
    <ReasonButton
      reason={rules.add}
      onClick={() => setIsAdding(true)}
      leftSection={<IconUserPlus size={16} aria-hidden />}
    >
      {say('bidder.add')}
    </ReasonButton>
  );
  const toItems = () => void navigate({ to: paths.updateAuction(auction.id), search: { tab: 'items' } });
  return (
    <>
      <PageTitle
        title={{ text: say('bidder.titleOf', { title: auction.title }) }}
        back={{ to: paths.updateAuction(auction.id), label: 'bidder.backToAuction' }}
        beside={<PhaseMarks auction={auction} />}
        note={<AuctionKind auction={auction} />}
        actions={
          <>
            <NotifyButton auction={auction} phase={phase} />
            {add}
          </>
        }
      />
      {note && <p className={css.note}>{say(note)}</p>}
      <RelatedBidders auction={auction} query={related} removeReason={rules.remove} />
      <BidderTable auction={auction} rules={rules} add={add}>
        {phase === 'upcoming' && <NextStepsPanel auction={auction} isDirty={false} onTab={toItems} here="bidders" />}
      </BidderTable>
      {isAdding && (
        <AddBiddersDialog
          auctionId={auction.id}
          onClose={() => setIsAdding(false)}
          onDone={(count, isLeft) => void finish(count, isLeft)}
        />
      )}
    </>
  );
}

/**
 * A button that opens the dialog for emailing the bidders. If no email can be sent now, the button is disabled and
 * gives the reason.
 */
function NotifyButton({ auction, phase }: { auction: Auction; phase: AuctionPhase }) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReasonButton
        variant="default"
        reason={notifyReason(auction, phase)}
        onClick={() => setIsOpen(true)}
        leftSection={<IconMail size={16} aria-hidden />}
      >
        {say('notification.open')}
      </ReasonButton>
      {isOpen && (phase === 'upcoming' || phase === 'live') && (
        <NotifyDialog auctionId={auction.id} phase={phase} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

/**
 * The auction and its phase. Before the start, the email gives the start and the end. In a live auction, the email says
 * that the auction is live.
 */
type NotifyProps = { auctionId: string; phase: 'upcoming' | 'live'; onClose: () => void };

/**
 * Emails the bidders after a confirmation. An email cannot be recalled, so the dialog shows how many people get it and
 * who sent earlier emails.
 */
function NotifyDialog({ auctionId, phase, onClose }: NotifyProps) {
  const say = useSay();
  const queryClient = useQueryClient();
  const [key] = useState(newKey);
  const params = { id: auctionId };
  const queryKey = ['notifications', auctionId];
  const query = useQuery(readQuery(queryKey, listNotifications, { params }));
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

/**
 * Shows how many people get the email, and when and by whom earlier emails were sent. A user with several companies
 * gets only one email. Users of blacklisted companies get none.
 */
function Facts({ phase, known }: Pick<NotifyProps, 'phase'> & { known: ReplyOf<typeof listNotifications> }) {
  const say = useSay();
  const { recipientCount: count, sent } = known;
  return (
    <>
      <div>
        <p className={notifyCss.text}>{say(`notification.${phase}`, { count })}</p>
        <p className={notifyCss.hint}>{say('notification.onceEach')}</p>
      </div>
      {sent.length === 0 ? (
        <p className={notifyCss.hint}>{say('notification.never')}</p>
      ) : (
        <section className={notifyCss.sent}>
          <h3 className={notifyCss.title}>{say('notification.history')}</h3>
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
