import { createFileRoute } from '@tanstack/react-router';
import { SellOrderPage } from '#web/marketplace/sell-order-page.tsx';

export const Route = createFileRoute('/_user/user/marketplace/sell-order/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <SellOrderPage key={id} id={id} />;
}
