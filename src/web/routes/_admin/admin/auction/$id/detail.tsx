import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '#web/bidding/details/detail-page.tsx';

export const Route = createFileRoute('/_admin/admin/auction/$id/detail')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <DetailPage key={id} role="admin" id={id} />;
}
