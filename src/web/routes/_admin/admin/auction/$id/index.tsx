import { createFileRoute } from '@tanstack/react-router';
import { AuctionPage } from '#web/bidding/room/auction-page.tsx';

export const Route = createFileRoute('/_admin/admin/auction/$id/')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AuctionPage key={id} role="admin" id={id} />;
}
