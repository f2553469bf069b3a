import { lazy, Suspense } from 'react';
import type { AuctionSummary } from '#contract/auction/auction.ts';

/** Few auctions are rehearsals: it stays out of their pages. */
const RehearsalWords = lazy(() => import('#web/rehearsal/rehearsal-words.tsx'));
/** As high as it will be, so that nothing jumps. */
const HEIGHT = 85;

/** Says above everything else of a rehearsal that it is one, and leads back to what is rehearsed; nothing elsewhere. */
export const RehearsalBanner = ({ auction }: { auction: Pick<AuctionSummary, 'rehearsalOf'> }) =>
  auction.rehearsalOf === null ? null : (
    <Suspense fallback={<div style={{ minHeight: HEIGHT }} />}>
      <RehearsalWords rehearsed={auction.rehearsalOf} />
    </Suspense>
  );
