import { IconArrowBackUp, IconHourglass } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { paths } from '#web/paths.ts';
import css from './request-mark.module.css';

/** To admins that the owner's change request waits, to the owner what became of it; the way to it. Nothing to others. */
export function RequestMark({ auction: { id, relation, openRequest } }: { auction: AuctionSummary }) {
  if (!openRequest) return null;
  const isReturned = openRequest === 'Returned';
  const badge = isReturned ? (
    <StatusBadge tone="warn" label="changeRequest.wasReturned" icon={IconArrowBackUp} />
  ) : (
    <StatusBadge tone="info" label="changeRequest.waits" icon={IconHourglass} />
  );
  return relation === 'admin' ? (
    <Link to={paths.updateAuction(id)} search={{ tab: 'changes' }} className={css.mark}>
      {badge}
    </Link>
  ) : (
    <Link to={paths.updateOwnAuction(id)} className={css.mark}>
      {badge}
    </Link>
  );
}
