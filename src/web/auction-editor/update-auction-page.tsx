import { IconRepeat, IconUsers, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { type Auction, deleteAuction } from '#contract/auction/auction.ts';
import { RequestTab } from '#web/auction-editor/change-request/request-tab.tsx';
import { DraftPanel } from '#web/auction-editor/draft-panel.tsx';
import type { EditorTab } from '#web/auction-editor/editor-tab.ts';
import { EditorTabs } from '#web/auction-editor/editor-tabs.tsx';
import { AdminItemsTab } from '#web/auction-editor/items/admin-items-tab.tsx';
import { NextStepsPanel } from '#web/auction-editor/next-steps-panel.tsx';
import { LockNote } from '#web/auction-editor/lock-note.tsx';
import { SettingsTab } from '#web/auction-editor/settings/settings-tab.tsx';
import { ThumbnailCard } from '#web/auction-editor/thumbnail-card.tsx';
import { adminAuctionQuery, changeRequestQuery, useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { AuctionKind } from '#web/auction/auction-facts.tsx';
import { PhaseMarks, usePhase, type AuctionPhase } from '#web/auction/auction-phase.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Notice } from '#web/design/feedback/notice.tsx';
import { toast } from '#web/design/feedback/toast.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { restoreAuction } from '#contract/deletion.ts';
import { api } from '#web/platform/calls/api.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { RehearseButton } from '#web/rehearsal/rehearse-button.tsx';
import { TermsForm } from '#web/settlement/terms-form.tsx';
import css from './update-auction-page.module.css';

const ASK_AGAIN_MS = 15_000;

type Props = { id: string; tab: EditorTab };

/** Lets an admin edit an auction: settings, items, and the owner's change request. */
export function UpdateAuctionPage({ id, tab }: Props) {
  const say = useSay();
  const query = useQuery(adminAuctionQuery(id));
  useDocumentTitle(query.data?.title ?? say('auction.edit'));
  return (
    <Loaded query={query} skeleton={<EditorSkeleton />}>
      {(auction) => <Editor key={id} auction={auction} tab={tab} />}
    </Loaded>
  );
}

/** Shows the tabs of the editor: settings, items and the owner's request. After the start, everything is read-only. */
function Editor({ auction, tab }: { auction: Auction; tab: EditorTab }) {
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const changed = useAuctionChanged(auction.id);
  const [isDirty, setIsDirty] = useState(false);
  const phase = usePhase(auction);
  const { data: request } = useQuery({
    ...changeRequestQuery('admin', auction.id),
    // A pending request is not polled, so it does not change while an admin reads it. Outdated decisions are refused.
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? false : ASK_AGAIN_MS),
  });
  const isClosed = phase !== 'upcoming';
  const choose = (next: EditorTab) =>
    void navigate({ to: '.', search: next === 'settings' ? {} : { tab: next }, replace: true, resetScroll: false });
  const take = (saved: Auction) => {
    queryClient.setQueryData(adminAuctionQuery(saved.id).queryKey, saved);
    void changed();
  };
  const takeSaved = (saved: Auction) => {
    take(saved);
    toast('good', say('auction.saved'));
  };
  return (
    <>
      <PageTitle
        title={{ text: auction.title }}
        back={{ to: paths.auctions('admin', 'current'), label: 'auction.allAuctions' }}
        beside={<PhaseMarks auction={auction} />}
        note={<AuctionKind auction={auction} />}
        actions={<EditorActions auction={auction} phase={phase} />}
      />
      {isClosed && <LockNote>{say(phase === 'live' ? 'auction.startedReadOnly' : 'auction.endedReadOnly')}</LockNote>}
      {auction.isDraft && <DraftPanel auction={auction} isDirty={isDirty} onConfirmed={take} />}
      {auction.followedBy && <NextAuctionNote next={auction.followedBy} />}
      <EditorTabs
        tab={tab === 'changes' && !request ? 'settings' : tab}
        onTab={choose}
        itemCount={auction.items.length}
        settings={
          <div className={css.settings}>
            <SettingsTab auction={auction} isClosed={isClosed} onSaved={takeSaved} onDirty={setIsDirty} />
            {auction.rehearsalOf === null && <TermsForm owner="auction" id={auction.id} isLocked={isClosed} />}
            <ThumbnailCard auction={auction} role="admin" isClosed={isClosed} />
          </div>
        }
        items={
          <AdminItemsTab auction={auction} request={request} closed={isClosed ? 'auction.noChanges' : undefined} />
        }
        changes={request && <RequestTab auction={auction} request={request} />}
        isWaiting={request?.status === 'Pending'}
      />
      {!isClosed && (
        <NextStepsPanel auction={auction} isDirty={isDirty} onTab={choose} {...(tab !== 'changes' && { here: tab })} />
      )}
    </>
  );
}

/** Tells admins which auction follows a recurring one. */
function NextAuctionNote({ next }: { next: NonNullable<Auction['followedBy']> }) {
  const say = useSay();
  return (
    <Notice tone="info" icon={IconRepeat} title="draft.closedNote">
      <p>
        <Link to={paths.updateAuction(next.id)}>{next.title}</Link>
        {next.isDraft && ` · ${say('status.draft')}`}
      </p>
    </Notice>
  );
}

type ActionsProps = { auction: Auction; phase: AuctionPhase };

/** Actions on the auction as a whole: view its page, manage its bidders, delete it before the start. */
function EditorActions({ auction, phase }: ActionsProps) {
  const say = useSay();
  const { act: remove, isPending } = useDeleteAuction(auction);
  const count = auction.bidderCount ?? 0;
  return (
    <>
      <Button variant="subtle" component={Link} to={paths.auctionDetail('admin', auction.id)}>
        {say('auction.viewDetails')}
      </Button>
      <Button
        variant="default"
        component={Link}
        to={paths.addBidders(auction.id)}
        leftSection={<IconUsers size={16} aria-hidden />}
      >
        {say('auction.biddersCounted', { count })}
      </Button>
      {auction.rehearsalOf === null && !auction.isDraft && (
        <RehearseButton auction={auction} isClosed={phase !== 'upcoming'} />
      )}
      <ReasonButton
        variant="default"
        isDangerous
        loading={isPending}
        reason={phase === 'upcoming' ? undefined : 'auction.deleteClosed'}
        onClick={() => remove()}
        leftSection={<IconTrash size={16} aria-hidden />}
      >
        {say(WORDS[kindOf(auction)].yes)}
      </ReasonButton>
    </>
  );
}

/** Texts for deleting an auction and for discarding a draft. Discarding a draft ends its series. */
const WORDS = {
  auction: {
    title: 'auction.deleteTitle',
    text: 'auction.deleteText',
    yes: 'auction.delete',
    done: 'auction.deleted',
  },
  draft: { title: 'draft.discardTitle', text: 'draft.discardText', yes: 'draft.discard', done: 'draft.discarded' },
} as const;
const kindOf = ({ isDraft }: Auction) => (isDraft ? 'draft' : 'auction');

/** Returns a function that asks, deletes the auction, and opens the list of auctions. */
function useDeleteAuction(auction: Auction) {
  const { id, title } = auction;
  const { done, ...question } = WORDS[kindOf(auction)];
  const say = useSay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useAction({
    question: () => ({ ...question, params: { title }, isDangerous: true }),
    send: () => api(deleteAuction, { params: { id } }),
    done: () => say(done, { title }),
    // Copies of rehearsals are not kept.
    undo: () =>
      auction.rehearsalOf === null
        ? {
            send: async () => {
              const restored = await api(restoreAuction, { params: { id } });
              await queryClient.invalidateQueries({ queryKey: ['auctions'] });
              await navigate({ to: paths.updateAuction(restored.id) });
            },
            done: say('deletion.restoredAuction', { title }),
          }
        : undefined,
    onDone: async () => {
      void queryClient.invalidateQueries({ queryKey: ['auctions'] });
      // The auction is gone, so unsaved input needs no confirmation.
      await navigate({ to: paths.auctions('admin', 'current'), replace: true, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: adminAuctionQuery(id).queryKey });
    },
  });
}
