import { lazy, Suspense } from 'react';
import type { AuctionSummary } from '#contract/auction/auction.ts';

/** Lazy-loaded: few auctions are rehearsals. */
const RehearsalWords = lazy(() => import('#web/rehearsal/rehearsal-words.tsx'));
/** The height of the banner in px. It is reserved while the banner loads, so that nothing moves. */
const HEIGHT = 85;

/** Marks a rehearsal at the top of its pages and links to the original auction. Renders nothing for other auctions. */
export const RehearsalBanner = ({ auction }: { auction: Pick<AuctionSummary, 'rehearsalOf'> }) =>
  auction.rehearsalOf === null ? null : (
    <Suspense fallback={<div style={{ minHeight: HEIGHT }} />}>
      <RehearsalWords rehearsed={auction.rehearsalOf} />
    </Suspense>
  );
