import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import {
  type ChangeRequest,
  sendRequestAgain,
  takeBackChange,
  type RequestedChange,
} from '#contract/auction/change-request.ts';
import { judgeActing } from '#domain/access/may.ts';
import { itemsAfter } from '#domain/auction/item-changes.ts';
import { LAST_CHANGE_MINUTES } from '#domain/bidding/cancellation.ts';
import { ChangeList, RequestFacts } from '#web/auction-editor/change-request/request-parts.tsx';
import { ItemDialog, type Edited } from '#web/auction-editor/items/item-dialog.tsx';
import { requestedChanges, knownItems, openRequestOf } from '#web/auction-editor/items/item-form.ts';
import { directItemCalls, requestItemCalls } from '#web/auction-editor/items/item-calls.ts';
import { ItemsTab } from '#web/auction-editor/items/items-tab.tsx';
import { LockNote } from '#web/auction-editor/lock-note.tsx';
import { ThumbnailCard } from '#web/auction-editor/thumbnail-card.tsx';
import { changeRequestQuery, editedAuctionQuery, useAuctionChanged } from '#web/auction-editor/use-auction.ts';
import { AuctionKind } from '#web/auction/auction-facts.tsx';
import { PhaseMarks, usePhase } from '#web/auction/auction-phase.tsx';
import { useAction } from '#web/design/dialogs/use-action.ts';
import { NotFound } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Segments } from '#web/design/layout/segments.tsx';
import { paths } from '#web/paths.ts';
import { api } from '#web/platform/calls/api.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './owned-auction-page.module.css';
import wayCss from './way-choice.module.css';

const ASK_AGAIN_MS = 15_000;

/**
 * The page on which the owner changes the items of an auction: directly, or by a request that an admin decides on
 * (docs/rules.md#change-requests).
 */
export function OwnedAuctionPage({ id, way }: { id: string; way: WayName }) {
  const auction = useQuery({ ...editedAuctionQuery('user', id), refetchInterval: ASK_AGAIN_MS });
  const isOwner = auction.data?.relation === 'owner';
  const request = useQuery({ ...changeRequestQuery('user', id), refetchInterval: ASK_AGAIN_MS, enabled: isOwner });
  return (
    <Loaded query={auction} skeleton={<EditorSkeleton />}>
      {(found) =>
        // Bidders and visitors may see the auction, but not manage its items.
        found.relation === 'owner' ? (
          <Loaded query={request} skeleton={<EditorSkeleton />}>
            {(newest) => <Owned auction={found} request={newest} way={way} />}
          </Loaded>
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}

/** Shows the auction to its owner. Before the start, the owner can change items directly or by a request. */
function Owned({ auction, request, way }: { auction: Auction; request: ChangeRequest | null; way: WayName }) {
  const say = useSay();
  const navigate = useNavigate();
  const phase = usePhase(auction);
  const acting = useActing(auction.sellerInformation.accountId);
  const closed: PhraseKey | undefined = phase === 'upcoming' ? acting : 'auction.noChanges';
  const open = openRequestOf(request);
  const now = knownItems(auction);
  const isAsking = way === 'request' || auction.changesByRequest;
  const choose = (next: WayName) =>
    void navigate({ to: '.', search: next === 'request' ? { way: next } : {}, replace: true, resetScroll: false });
  return (
    <>
      <PageTitle
        title={{ text: auction.title }}
        back={{ to: paths.auctions('user', 'current'), label: 'auction.allAuctions' }}
        beside={<PhaseMarks auction={auction} />}
        note={<AuctionKind auction={auction} />}
        actions={
          <Button variant="default" component={Link} to={paths.auctionDetail('user', auction.id)}>
            {say('auction.viewDetails')}
          </Button>
        }
      />
      {phase !== 'upcoming' && (
        <LockNote>{say(phase === 'live' ? 'auction.startedReadOnly' : 'auction.endedReadOnly')}</LockNote>
      )}
      <div className={css.parts}>
        {request && <OwnRequest auction={auction} request={request} closed={closed} />}
        <Card title="auction.items">
          <ItemsTab
            auction={auction}
            way={isAsking ? requestItemCalls(auction.id, open?.version ?? null) : directItemCalls('user', auction.id)}
            known={isAsking && open ? itemsAfter(now, requestedChanges(open.changes)) : now}
            request={request}
            closed={closed}
          >
            {!closed && auction.changesByRequest && (
              <LockNote>{say('changeRequest.onlyRequests', { minutes: LAST_CHANGE_MINUTES })}</LockNote>
            )}
            {!closed && !auction.changesByRequest && <WayChoice way={way} onChoose={choose} />}
          </ItemsTab>
        </Card>
        <ThumbnailCard auction={auction} role="user" isClosed={closed !== undefined} />
      </div>
    </>
  );
}

/** Returns the reason why the person may not act for the auction owner: the same error that the server would return. */
function useActing(accountId: string): PhraseKey | undefined {
  const account = useProfile().accounts.find(({ id }) => id === accountId);
  const refusal = account && judgeActing(account);
  return refusal && `error.${refusal}`;
}

type RequestProps = { auction: Auction; request: ChangeRequest; closed: PhraseKey | undefined };

/**
 * The owner's request: its status and its changes. While the request is open, the owner can correct or withdraw each
 * change.
 */
function OwnRequest({ auction, request, closed }: RequestProps) {
  const say = useSay();
  const [edited, setEdited] = useState<Edited>();
  const { status, version, changes } = request;
  const isOpen = openRequestOf(request) !== undefined;
  const takeBack = useTakeBackChange(auction.id);
  const again = useResubmit(auction.id);
  const looks = { size: 'xs', variant: 'subtle', reason: closed } as const;
  const nameOf = (action: PhraseKey, { name }: RequestedChange) => `${say(action)}: ${name}`;
  const actionsOf = (change: RequestedChange) => (
    <>
      {change.after && (
        <ReasonButton
          {...looks}
          name={nameOf('changeRequest.edit', change)}
          onClick={() => change.after && setEdited({ itemId: change.auctionItemId, form: change.after })}
        >
          {say('changeRequest.edit')}
        </ReasonButton>
      )}
      <ReasonButton
        {...looks}
        isDangerous
        name={nameOf('changeRequest.takeBack', change)}
        onClick={() => takeBack(change)}
      >
        {say('changeRequest.takeBack')}
      </ReasonButton>
    </>
  );
  return (
    <Card
      title="changeRequest.yours"
      action={
        status === 'Returned' && (
          <ReasonButton reason={closed} loading={again.isPending} onClick={() => again.act(version)}>
            {say('changeRequest.sendAgain')}
          </ReasonButton>
        )
      }
    >
      <RequestFacts request={request} withHint />
      <ChangeList request={request} {...(isOpen && { actionsOf })} />
      {edited && (
        <ItemDialog
          auction={auction}
          edited={edited}
          known={itemsAfter(knownItems(auction), requestedChanges(changes))}
          way={requestItemCalls(auction.id, version)}
          images={request.images}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

/** Returns a function that asks, and then withdraws one change from the owner's own request. */
function useTakeBackChange(auctionId: string): (change: RequestedChange) => void {
  const say = useSay();
  const { act } = useAction({
    question: ({ name }: RequestedChange) => ({
      title: 'changeRequest.takeBackTitle',
      text: 'changeRequest.takeBackText',
      params: { name },
      yes: 'changeRequest.takeBack',
      isDangerous: true,
    }),
    send: ({ id }) => api(takeBackChange, { params: { id } }),
    changed: useAuctionChanged(auctionId),
    done: ({ name }) => say('changeRequest.takenBack', { name }),
  });
  return act;
}

/** Returns the call that resubmits a returned request, in the version that the owner has on screen. */
function useResubmit(id: string) {
  const say = useSay();
  return useAction({
    send: (version: number) => api(sendRequestAgain, { params: { id }, body: { version } }),
    changed: useAuctionChanged(id),
    done: () => say('changeRequest.sentAgain'),
  });
}

/** How the owner changes items: directly, or by a request to an admin. */
export type WayName = 'direct' | 'request';

type WayProps = { way: WayName; onChoose: (way: WayName) => void };

/** Lets the owner choose between direct changes and a request, and explains the difference. */
function WayChoice({ way, onChoose }: WayProps) {
  const say = useSay();
  return (
    <div className={wayCss.choice}>
      <Segments
        label={say('changeRequest.way')}
        segments={[
          { value: 'direct', label: say('changeRequest.wayDirect') },
          { value: 'request', label: say('changeRequest.wayRequest') },
        ]}
        value={way}
        onChange={onChoose}
      />
      <p className={wayCss.hint}>
        {say(way === 'direct' ? 'changeRequest.wayDirectHint' : 'changeRequest.wayRequestHint')}
      </p>
    </div>
  );
}
