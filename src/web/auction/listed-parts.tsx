import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconArrowBackUp, IconHourglass } from '@tabler/icons-react';
import type { AuctionSummary, ListedAuction } from '#contract/auction/auction.ts';
import { usePhase, type AuctionPhase } from '#web/auction/auction-phase.tsx';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { paths } from '#web/paths.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-card.module.css';
import markCss from './request-mark.module.css';

type Props = { auction: AuctionSummary; role: Role; size?: 'xs' | 'sm' };

/**
 * The links into an auction. Each label includes the auction's name, because a screen reader can list the links of a
 * page without their context.
 */
export function AuctionButtons({ auction, role, size = 'sm' }: Props) {
  const say = useSay();
  const phase = usePhase(auction);
  return (
    <div className={css.buttons} data-tour="ways results">
      {auctionLinks(auction, phase, role).map(({ to, label, closed }, at) => {
        const looks = { size, variant: at === 0 ? (phase === 'live' ? 'filled' : 'light') : 'subtle' };
        const name = `${say(label)}: ${auction.title}`;
        return closed ? (
          <Hint key={to} label={say(closed)}>
            <Button {...looks} variant="default" data-disabled aria-disabled aria-label={`${name}. ${say(closed)}`}>
              {say(label)}
            </Button>
          </Hint>
        ) : (
          <Button key={to} {...looks} component={Link} to={to} aria-label={name}>
            {say(label)}
          </Button>
        );
      })}
    </div>
  );
}

/** A link from a list into an auction. `closed` is the reason why the link is disabled. */
type AuctionLink = { readonly to: string; readonly label: PhraseKey; readonly closed?: PhraseKey };

/**
 * Returns the links into an auction, the main link first. A bidder without a bid gets a link to the entry page. A
 * visitor gets a link to the detail page, where the visitor can register (docs/rules.md#initial-bids).
 */
export function auctionLinks(auction: AuctionSummary, phase: AuctionPhase, role: Role): AuctionLink[] {
  if (role === 'admin') return adminLinks(auction, phase);
  const main = userLink(auction, phase);
  const isPrepared = auction.relation === 'owner' && phase === 'upcoming';
  return isPrepared ? [{ to: paths.updateOwnAuction(auction.id), label: 'changeRequest.manageItems' }, main] : [main];
}

/** Returns the links of an admin. The link that is most useful in this phase comes first. */
function adminLinks({ id, isDraft }: AuctionSummary, phase: AuctionPhase): AuctionLink[] {
  const detail: AuctionLink = { to: paths.auctionDetail('admin', id), label: 'auction.viewDetails' };
  const bidders: AuctionLink = { to: paths.addBidders(id), label: 'auction.bidders' };
  const edit: AuctionLink = { to: paths.updateAuction(id), label: isDraft ? 'draft.look' : 'action.edit' };
  if (phase === 'upcoming') return [edit, bidders, detail];
  if (phase === 'ended') return [{ to: paths.auctionResult('admin', id), label: 'auction.viewResult' }, detail];
  return [{ to: paths.auction('admin', id), label: 'auction.enterRoom' }, bidders, detail];
}

/** Returns the one link of a user: to the room, the result, the registration or the details. */
function userLink(auction: AuctionSummary, phase: AuctionPhase): AuctionLink {
  const { id, relation, own } = auction;
  const closed = auction.itemCount === 0 && phase !== 'upcoming' && { closed: 'error.auction_has_no_items' as const };
  const detail = (label: PhraseKey): AuctionLink => ({ to: paths.auctionDetail('user', id), label, ...closed });
  const entry = (label: PhraseKey): AuctionLink => ({ to: paths.auction('user', id), label, ...closed });
  const hasPart = relation === 'owner' || (own?.hasBid ?? false);
  if (phase === 'ended') {
    return hasPart
      ? { to: paths.auctionResult('user', id), label: 'auction.viewResult' }
      : detail('auction.viewDetails');
  }
  if (phase !== 'upcoming' && hasPart && auction.itemCount > 0) {
    return { to: paths.auction('user', id), label: relation === 'owner' ? 'auction.watchRoom' : 'auction.enterRoom' };
  }
  if (relation === 'visitor' && phase !== 'closing') return detail('auction.register');
  if (relation === 'bidder' && phase !== 'closing') {
    if (phase === 'live') return entry('auction.bidToEnter');
    return entry(own?.hasBid ? 'auction.changeInitialBids' : 'auction.placeInitialBids');
  }
  return detail('auction.viewDetails');
}

type Priced = Pick<ListedAuction, 'bestPrice' | 'openingPrice' | 'itemCount' | 'auctionType'>;

/**
 * Returns the price that a list shows for an auction: the best bid if the user may see it, or else the opening price.
 */
export function listedPrice({ bestPrice, openingPrice, itemCount, auctionType }: Priced) {
  const labelled = (price: number, label: PhraseKey) => ({ price, label });
  if (bestPrice !== null) return labelled(bestPrice, `auction.bestPrice.${auctionType}`);
  if (openingPrice === null) return undefined;
  return labelled(openingPrice, itemCount === 1 ? 'auction.openingPrice' : `auction.openingPrices.${auctionType}`);
}

/**
 * Shows the auction owner's open change request as a badge with a link. Admins see that the request waits. The owner
 * sees the status of the request. Renders nothing for all other users.
 */
export function RequestMark({ auction: { id, relation, openRequest } }: { auction: AuctionSummary }) {
  if (!openRequest) return null;
  const isReturned = openRequest === 'Returned';
  const badge = isReturned ? (
    <StatusBadge tone="warn" label="changeRequest.wasReturned" icon={IconArrowBackUp} />
  ) : (
    <StatusBadge tone="info" label="changeRequest.waits" icon={IconHourglass} />
  );
  return relation === 'admin' ? (
    <Link to={paths.updateAuction(id)} search={{ tab: 'changes' }} className={markCss.mark}>
      {badge}
    </Link>
  ) : (
    <Link to={paths.updateOwnAuction(id)} className={markCss.mark}>
      {badge}
    </Link>
  );
}
