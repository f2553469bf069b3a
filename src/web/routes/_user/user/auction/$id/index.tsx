import { createFileRoute } from '@tanstack/react-router';
import { AuctionPage } from '#web/bidding/room/auction-page.tsx';

export const Route = createFileRoute('/_user/user/auction/$id/')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AuctionPage key={id} role="user" id={id} />;
}
