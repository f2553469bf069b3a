import { createFileRoute } from '@tanstack/react-router';
import { AuctionPage } from '#web/bidding/room/auction-page.tsx';

export const Route = createFileRoute('/_open/auction/$id/')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  const { role } = Route.useRouteContext();
  return <AuctionPage key={id} role={role} id={id} />;
}
