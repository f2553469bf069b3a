import { createFileRoute } from '@tanstack/react-router';
import { OwnedAuctionPage, type WayName } from '#web/auction-editor/owned-auction-page.tsx';

export const Route = createFileRoute('/_user/user/update/$id')({
  validateSearch: (raw: Record<string, unknown>): { way?: WayName } =>
    raw.way === 'request' ? { way: 'request' } : {},
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { way = 'direct' } = Route.useSearch();
  return <OwnedAuctionPage key={id} id={id} way={way} />;
}
