import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ResultPage } from '#web/award/result-page.tsx';
import { resultSearch } from '#web/award/result-search.ts';

/** Lazy-loaded: the result does not wait for the check of receipts. */
const OwnReceipts = lazy(async () => ({ default: (await import('#web/record/own-receipts.tsx')).OwnReceipts }));

export const Route = createFileRoute('/_user/user/auction-result/$id')({
  validateSearch: resultSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const receipts = (
    <Suspense fallback={null}>
      <OwnReceipts auctionId={id} />
    </Suspense>
  );
  return <ResultPage key={id} role="user" id={id} search={Route.useSearch()} receipts={receipts} />;
}
