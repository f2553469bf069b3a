import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import type { ChangeRequest } from '#contract/auction/change-request.ts';
import { judgeActing } from '#domain/access/may.ts';
import { itemsAfter } from '#domain/auction/item-changes.ts';
import { LAST_CHANGE_MINUTES } from '#domain/bidding/cancellation.ts';
import { askedChanges, openRequestOf } from '#web/auction-editor/change-request/asked-changes.ts';
import { OwnRequest } from '#web/auction-editor/change-request/own-request.tsx';
import { knownItems } from '#web/auction-editor/items/item-form.ts';
import { ownerWay, requestWay } from '#web/auction-editor/items/item-way.ts';
import { ItemsTab } from '#web/auction-editor/items/items-tab.tsx';
import { ReadOnlyNote } from '#web/auction-editor/read-only-note.tsx';
import { ThumbnailCard } from '#web/auction-editor/thumbnail-card.tsx';
import { changeRequestQuery, editedAuctionQuery } from '#web/auction-editor/use-auction.ts';
import { WayChoice, type WayName } from '#web/auction-editor/way-choice.tsx';
import { AuctionKind } from '#web/auction/auction-facts.tsx';
import { PhaseBadge, PhaseTime, usePhase } from '#web/auction/auction-phase.tsx';
import { NotFound } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { EditorSkeleton } from '#web/design/forms/editor-skeleton.tsx';
import { Card } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { paths } from '#web/paths.ts';
import { type PhraseKey, useSay } from '#web/platform/phrases/phrase.ts';
import { useProfile } from '#web/platform/session/profile.ts';
import css from './owned-auction-page.module.css';

const ASK_AGAIN_MS = 15_000;

/** The owner's page of its auction: items, changed at once or by a request that an admin decides on (rules 3.5). */
export function OwnedAuctionPage({ id, way }: { id: string; way: WayName }) {
  const auction = useQuery({ ...editedAuctionQuery('user', id), refetchInterval: ASK_AGAIN_MS });
  const isOwner = auction.data?.relation === 'owner';
  const request = useQuery({ ...changeRequestQuery('user', id), refetchInterval: ASK_AGAIN_MS, enabled: isOwner });
  return (
    <Loaded query={auction} skeleton={<EditorSkeleton />}>
      {(found) =>
        // A bidder or visitor may see the auction, but has no part in what is put up.
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
        beside={
          <>
            <PhaseBadge auction={auction} />
            <PhaseTime auction={auction} />
          </>
        }
        note={<AuctionKind auction={auction} />}
        actions={
          <Button variant="default" component={Link} to={paths.auctionDetail('user', auction.id)}>
            {say('auction.viewDetails')}
          </Button>
        }
      />
      {phase !== 'upcoming' && <ReadOnlyNote phase={phase} />}
      <div className={css.parts}>
        {request && <OwnRequest auction={auction} request={request} closed={closed} />}
        <Card title="auction.items">
          <ItemsTab
            auction={auction}
            way={isAsking ? requestWay(auction.id, open?.version ?? null) : ownerWay(auction.id)}
            known={isAsking && open ? itemsAfter(now, askedChanges(open.changes)) : now}
            request={request}
            closed={closed}
          >
            {!closed && (auction.changesByRequest ? <RequestOnlyNote /> : <WayChoice way={way} onChoose={choose} />)}
          </ItemsTab>
        </Card>
        <ThumbnailCard auction={auction} role="user" isClosed={closed !== undefined} />
      </div>
    </>
  );
}

/** Why the person may not act for the owner, in the words of the refusal that the server would give. */
function useActing(accountId: string): PhraseKey | undefined {
  const account = useProfile().accounts.find(({ id }) => id === accountId);
  const refusal = account && judgeActing(account);
  return refusal && `error.${refusal}`;
}

/** Tells the owner why it can only ask for changes. */
function RequestOnlyNote() {
  const say = useSay();
  return (
    <Alert color="gray" variant="light" icon={<IconLock size={18} />} mb="md">
      {say('changeRequest.onlyRequests', { minutes: LAST_CHANGE_MINUTES })}
    </Alert>
  );
}
