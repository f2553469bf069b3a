import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { ListedAuction } from '#contract/auction/auction.ts';
import { AuctionCard } from '#web/auction/auction-card.tsx';
import { CardGrid } from '#web/design/lists/card-grid.tsx';
import { Pager, type Page } from '#web/design/lists/pager.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './auction-grid.module.css';

export type ShownAuctions = { role: Role; rows: ListedAuction[] | undefined; page: Page; isStale: boolean };

const SKELETONS = 6;

export function AuctionGrid({ role, rows, page, isStale }: ShownAuctions) {
  const say = useSay();
  return (
    <div className={css.grid} data-stale={isStale || undefined} aria-busy={rows === undefined}>
      <CardGrid label={say('auction.list')}>
        {rows
          ? rows.map((auction) => (
              <li key={auction.id}>
                <AuctionCard auction={auction} role={role} />
              </li>
            ))
          : Array.from({ length: SKELETONS }, (_, at) => (
              <li key={at} aria-hidden>
                <Skeleton className={css.skeleton} radius="md" />
              </li>
            ))}
      </CardGrid>
      {rows && <Pager {...page} />}
    </div>
  );
}
