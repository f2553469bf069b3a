import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Countdown } from '#web/design/dates/countdown.tsx';
import { EmptyState } from '#web/design/feedback/empty-state.tsx';
import { paths } from '#web/paths.ts';
import { useAtSecond } from '#web/platform/clock/clock.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { auctionOfResultQuery } from '#web/award/result-query.ts';

/** Before the end: how long it takes, and the way into the room. After it: the last bids are being counted. */
export function ResultWaiting({ role, id }: { role: Role; id: string }) {
  const say = useSay();
  const { data: auction } = useQuery(auctionOfResultQuery(role, id));
  const endsAtMs = auction ? Date.parse(auction.auctionEndTime) : 0;
  const isOver = useAtSecond((nowMs) => nowMs >= endsAtMs, endsAtMs);
  if (isOver) return <EmptyState title="room.counting" hint="result.countingHint" icon={IconHourglass} />;
  return (
    <EmptyState title="error.results_not_ready" hint="result.notReadyHint" icon={IconHourglass}>
      <Countdown untilMs={endsAtMs} size="large" />
      <Button component={Link} to={paths.auction(role, id)}>
        {say('result.toAuction')}
      </Button>
    </EmptyState>
  );
}
