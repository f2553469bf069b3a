import { createFileRoute } from '@tanstack/react-router';
import { BuyPage } from '#web/marketplace/buying/buy-page.tsx';

export const Route = createFileRoute('/_user/user/marketplace/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <BuyPage key={id} id={id} />;
}
