import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, NotFound } from '#web/design/feedback/empty-state.tsx';
import { asApiError } from '#web/platform/calls/api-error.ts';
import type { Role } from '#web/platform/session/session.ts';
import { auctionQuery } from '#web/bidding/room/auction-query.ts';
import { AuctionStage } from '#web/bidding/room/auction-stage.tsx';
import { RoomSkeleton } from '#web/bidding/room/room-skeleton.tsx';
import css from './room.module.css';

/** `/user/auction/{id}` and `/admin/auction/{id}`: entry page, live room, or the way to the result. */
export function AuctionPage({ role, id }: { role: Role; id: string }) {
  const { data: auction, error, refetch } = useQuery(auctionQuery(role, id));
  if (auction) return <AuctionStage key={id} role={role} auction={auction} />;
  if (error && asApiError(error).status === 404) return <NotFound />;
  if (error) return <ErrorState error={asApiError(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <Skeleton height={26} width={320} maw="80%" mb={24} />
      <Skeleton className={css.barPlace} />
      <RoomSkeleton isBidder={role === 'user'} />
    </>
  );
}
