import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '#web/bidding/details/detail-page.tsx';

export const Route = createFileRoute('/_open/auction/$id/detail')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  const { role } = Route.useRouteContext();
  return <DetailPage key={id} role={role} id={id} />;
}
