import { createFileRoute } from '@tanstack/react-router';
import { BuyOrderPage } from '#web/marketplace/buy-orders/buy-order-page.tsx';

export const Route = createFileRoute('/_user/user/marketplace/buy-order/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <BuyOrderPage key={id} id={id} />;
}
