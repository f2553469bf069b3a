import { IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Auction } from '#contract/auction/auction.ts';
import { Notice } from '#web/design/feedback/notice.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** To admins, of an auction that repeats: which one follows it. */
export function NextAuctionNote({ next }: { next: NonNullable<Auction['followedBy']> }) {
  const say = useSay();
  return (
    <Notice tone="info" icon={IconRepeat} title="draft.closedNote">
      <p>
        <Link to={paths.updateAuction(next.id)}>{next.title}</Link>
        {next.isDraft && ` · ${say('status.draft')}`}
      </p>
    </Notice>
  );
}
