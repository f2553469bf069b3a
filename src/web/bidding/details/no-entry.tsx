import { Button, Skeleton } from '@mantine/core';
import { IconBan, IconHourglassEmpty, IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Auction } from '#contract/auction/auction.ts';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { AuctionTitle } from '#web/bidding/room/auction-title.tsx';
import type { RoomPhase } from '#web/bidding/room/phase.ts';
import css from './detail.module.css';

/** Lazy-loaded: registered bidders do not need the registration, and its list of companies is a large component. */
const Registration = lazy(async () => ({
  default: (await import('#web/bidding/details/registration.tsx')).Registration,
}));

/** Tells a user who is not registered why the auction cannot be entered yet, with the registration as the next step. */
export const NotYetRegistered = ({ auction, phase }: { auction: Auction; phase: RoomPhase }) => (
  <>
    <AuctionTitle auction={auction} role="user" phase={phase} />
    <div className={css.narrow}>
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <Registration auction={auction} phase={phase} />
      </Suspense>
    </div>
  </>
);

/** The title, hint and icon for each reason. */
const REASONS = {
  withoutItems: { title: 'error.auction_has_no_items', hint: 'auction.noItemsHint', icon: IconPackageOff },
  // A blacklisted company sees this message instead of the auction (docs/rules.md#business-accounts).
  barred: { title: 'error.account_blacklisted', hint: 'auction.barredHint', icon: IconBan, tone: 'bad' },
  // A bidder who placed no bid may not see the result (docs/rules.md#who-sees-a-result).
  endedWithoutBid: { title: 'error.auction_has_ended', hint: 'auction.endedWithoutBid', icon: IconHourglassEmpty },
} as const;

type Props = { reason: keyof typeof REASONS; auction: Auction; role: Role };

/** Tells the user why the auction cannot be entered, with a link to its details. */
export function NoEntryNotice({ reason, auction, role }: Props) {
  const say = useSay();
  return (
    <EmptyState {...REASONS[reason]}>
      <Button variant="default" component={Link} to={paths.auctionDetail(role, auction.id)}>
        {say('auction.viewDetails')}
      </Button>
    </EmptyState>
  );
}
