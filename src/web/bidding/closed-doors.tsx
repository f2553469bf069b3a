import { Button } from '@mantine/core';
import { IconGavel, IconHourglassEmpty, IconPackageOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Auction } from '#contract/auction.ts';
import { EmptyState } from '#web/design/empty-state.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrase.ts';
import type { Role } from '#web/platform/session.ts';

/** Why an auction can't be gone into, and the next step from there. */
export function NotYetRegistered({ auction }: { auction: Auction }) {
  const say = useSay();
  return (
    <EmptyState title="auction.registerFirst" hint="auction.registerFirstHint" icon={IconGavel}>
      <Button component={Link} to={paths.auctionDetail('user', auction.id)}>
        {say('auction.register')}
      </Button>
    </EmptyState>
  );
}

export function WithoutItems({ auction, role }: { auction: Auction; role: Role }) {
  const say = useSay();
  return (
    <EmptyState title="error.auction_has_no_items" hint="auction.noItemsHint" icon={IconPackageOff}>
      <Button variant="default" component={Link} to={paths.auctionDetail(role, auction.id)}>
        {say('auction.viewDetails')}
      </Button>
    </EmptyState>
  );
}

/** Results are for those who placed a bid (rules 3.3). */
export function EndedWithoutBid({ auction }: { auction: Auction }) {
  const say = useSay();
  return (
    <EmptyState title="error.auction_has_ended" hint="auction.endedWithoutBid" icon={IconHourglassEmpty}>
      <Button variant="default" component={Link} to={paths.auctionDetail('user', auction.id)}>
        {say('auction.viewDetails')}
      </Button>
    </EmptyState>
  );
}
