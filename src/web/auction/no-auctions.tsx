import { Button } from '@mantine/core';
import { IconCalendarOff, IconSearchOff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { paths, type AuctionList } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';

/** Only who finds nothing here loads it. */
const WatchVideo = lazy(async () => ({ default: (await import('#web/tour/watch-video.tsx')).WatchVideo }));

/** Why the list is empty, and the next step: drop the filter, create one, or look at the other list. */
export function NoAuctions({ role, list, isFiltered }: { role: Role; list: AuctionList; isFiltered: boolean }) {
  const say = useSay();
  const navigate = useNavigate();
  if (isFiltered) {
    return (
      <EmptyState title="auction.noneFound" hint="auction.noneFoundHint" icon={IconSearchOff}>
        <Button variant="default" onClick={() => void navigate({ to: '.', search: () => ({}) })}>
          {say('auction.showAll')}
        </Button>
      </EmptyState>
    );
  }
  const other: AuctionList = list === 'current' ? 'past' : 'current';
  const isAdmin = role === 'admin' && list === 'current';
  return (
    <EmptyState
      title={list === 'current' ? 'auction.noneCurrent' : 'auction.nonePast'}
      hint={
        isAdmin
          ? 'auction.noneCurrentAdminHint'
          : list === 'current'
            ? 'auction.noneCurrentHint'
            : 'auction.nonePastHint'
      }
      icon={IconCalendarOff}
    >
      <Button variant="default" component={Link} to={isAdmin ? paths.createAuction : paths.auctions(role, other)}>
        {say(isAdmin ? 'auction.create' : other === 'past' ? 'shell.pastAuctions' : 'shell.liveAuctions')}
      </Button>
      {role === 'user' && list === 'current' && (
        <Suspense>
          <WatchVideo />
        </Suspense>
      )}
    </EmptyState>
  );
}
