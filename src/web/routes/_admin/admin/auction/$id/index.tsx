import { createFileRoute } from '@tanstack/react-router';
import { AuctionPage } from '#web/bidding/room/auction-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/auction/$id/')({
  component: pageOfId((props) => <AuctionPage role="admin" {...props} />),
});
