import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { IconCopy, IconFilePencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { listAuctionCertificates, listAuctionCertificatesAsAdmin } from '#contract/certificate/backing.ts';
import { AdminApprovals } from '#web/approval/admin-approvals.tsx';
import { CertificatesCard } from '#web/certificate/certificates-card.tsx';
import { ConductMenu } from '#web/bidding/conduct/conduct-menu.tsx';
import { ConductNote } from '#web/bidding/conduct/conduct-note.tsx';
import { DetailItems, DetailSettings } from '#web/bidding/details/detail-facts.tsx';
import { Registration } from '#web/bidding/details/registration.tsx';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { PhaseBadge } from '#web/bidding/room/auction-title.tsx';
import { roomPhaseAt, type RoomPhase } from '#web/bidding/room/phase.ts';
import { ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { Card, Fact } from '#web/design/layout/facts.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { WatchButton } from '#web/notice/watch-button.tsx';
import { paths } from '#web/paths.ts';
import { DevicePlaces } from '#web/place/device-places.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { RehearsalBanner } from '#web/rehearsal/rehearsal-banner.tsx';
import css from './detail.module.css';
import { NamingTerms, TermsCard } from '#web/settlement/terms-text.tsx';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

const ASK_AGAIN_MS = 15_000;

/** The details of an auction, read-only. A user who is not registered for the auction can register here. */
export function DetailPage({ role, id }: { role: Role; id: string }) {
  const { data: auction, error, refetch } = useQuery({ ...auctionQuery(role, id), refetchInterval: ASK_AGAIN_MS });
  if (auction) return <Detail role={role} auction={auction} />;
  if (error && asApiError(error).status === 404) return <NotFound />;
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <Skeleton height={26} width={320} maw="80%" mb={24} />
      <Skeleton height={220} mb={14} />
      <Skeleton height={320} />
    </>
  );
}

/** Shows the details of an auction, with the links and auction controls that its phase allows. */
function Detail({ role, auction }: { role: Role; auction: Auction }) {
  const phase = useAtSecond(
    (nowMs) => (auction.isDraft ? 'sealed' : roomPhaseAt(auction, nowMs)),
    Date.parse(auction.auctionEndTime),
  );
  const words = useItemWords();
  const isPast = phase === 'closed';
  return (
    <>
      <RehearsalBanner auction={auction} />
      <PageTitle
        title={{ text: auction.title }}
        back={{
          to: paths.auctions(role, isPast ? 'past' : 'current'),
          label: isPast ? 'shell.pastAuctions' : 'shell.liveAuctions',
        }}
        beside={
          <>
            {auction.isDraft ? (
              <StatusBadge tone="warn" label="status.draft" icon={IconFilePencil} />
            ) : (
              <PhaseBadge phase={phase} isAnnulled={auction.annulledAt !== null} />
            )}
            <WatchButton auction={auction} />
          </>
        }
        actions={
          <>
            <WaysIn role={role} auction={auction} phase={phase} />
            {role === 'admin' && <CopyButton auction={auction} />}
            {role === 'admin' && <ConductMenu auctionId={auction.id} phase={phase} times={auction} />}
          </>
        }
      />
      <AdminApprovals role={role} pageId={auction.id} />
      <ConductNote times={{ ...auction, isClosed: true }} auction={auction} />
      <div className={css.grid}>
        <div className={css.main}>
          <DetailSettings auction={auction} phase={phase} />
          <DetailItems auction={auction} />
          {auction.rehearsalOf === null && <TermsCard owner="auction" role={role} id={auction.id} />}
          <CertificatesCard
            route={role === 'admin' ? listAuctionCertificatesAsAdmin : listAuctionCertificates}
            id={auction.id}
            nameOf={(itemId) => {
              const item = auction.items.find(({ auctionItemId }) => auctionItemId === itemId);
              return item && words(item);
            }}
            naming={auction.rehearsalOf === null && <NamingTerms owner="auction" role={role} id={auction.id} />}
          />
          <DevicePlaces devices={auction.items.map((item) => ({ ...item, id: item.auctionItemId }))} />
        </div>
        {role === 'user' && (
          <div className={css.aside}>
            {auction.relation === 'visitor' || auction.own?.mustAcceptTerms ? (
              <Registration auction={auction} phase={phase} />
            ) : (
              <OwnPart auction={auction} />
            )}
          </div>
        )}
      </div>
    </>
  );
}

/** Shows the links to the auction's other pages, the most useful link first. */
function WaysIn({ role, auction, phase }: { role: Role; auction: Auction; phase: RoomPhase }) {
  const say = useSay();
  return waysIn(role, auction, phase).map(({ to, label }, index) => (
    <Button key={to} component={Link} to={to} variant={index === 0 ? 'filled' : 'default'}>
      {say(label)}
    </Button>
  ));
}

/**
 * A link for administrators to a new auction with the settings and items of this auction. From a rehearsal, the link
 * copies the original auction.
 */
function CopyButton({ auction: { id, rehearsalOf } }: { auction: Pick<Auction, 'id' | 'rehearsalOf'> }) {
  const say = useSay();
  return (
    <ReasonButton
      variant="default"
      to={paths.createAuction}
      search={{ copyOf: rehearsalOf ?? id }}
      leftSection={<IconCopy size={16} aria-hidden />}
    >
      {say('auction.copy')}
    </ReasonButton>
  );
}

type WayIn = { readonly to: string; readonly label: PhraseKey };

/**
 * Returns the links from an auction's details, the main link first. A visitor gets none: the visitor must register, and
 * the registration is beside the details.
 */
function waysIn(role: Role, auction: Auction, phase: RoomPhase): readonly WayIn[] {
  const { id, relation } = auction;
  const room = (label: PhraseKey): WayIn => ({ to: paths.auction(role, id), label });
  const result: WayIn = { to: paths.auctionResult(role, id), label: 'auction.viewResult' };
  if (role === 'admin') {
    const bidders: WayIn = { to: paths.addBidders(id), label: 'auction.bidders' };
    if (phase === 'closed') return [result, bidders];
    // No one can be in the room of a draft.
    const watch = auction.items.length > 0 && !auction.isDraft ? [room('auction.enterRoom')] : [];
    return phase === 'sealed'
      ? [{ to: paths.updateAuction(id), label: 'action.edit' }, bidders, ...watch]
      : [...watch, bidders];
  }
  if (relation === 'visitor') return [];
  if (phase === 'closed') return [result];
  const manage: WayIn = { to: paths.updateOwnAuction(id), label: 'changeRequest.manageItems' };
  const prepared = relation === 'owner' && phase === 'sealed' ? [manage] : [];
  if (auction.items.length === 0) return prepared;
  if (relation === 'owner') return [...prepared, room('auction.watchRoom')];
  const hasBid = auction.own?.hasBid ?? false;
  if (phase === 'sealed') return [room(hasBid ? 'auction.changeInitialBids' : 'auction.placeInitialBids')];
  if (phase === 'live' || phase === 'paused') return [room(hasBid ? 'auction.enterRoom' : 'auction.bidToEnter')];
  return hasBid ? [room('auction.enterRoom')] : [];
}

/** The reader's alias, company and maximum quantity in this auction. */
function OwnPart({ auction }: { auction: Auction }) {
  const say = useSay();
  const inWords = useAliasText();
  const { own, relation } = auction;
  return (
    <Card title="auction.yourPart">
      {relation === 'owner' && <p className={css.text}>{say(`direction.${auction.auctionType}.ownerPart`)}</p>}
      {own && relation === 'bidder' && (
        <dl className={css.facts} data-stacked>
          <Fact label="auction.yourAlias">{inWords(own.alias)}</Fact>
          <Fact label="auction.yourCompany">
            <CompanyName of={own} />
          </Fact>
          <Fact label="auction.yourMaximum">{say('unit.recCount', { quantity: own.maxQuantity })}</Fact>
        </dl>
      )}
    </Card>
  );
}
