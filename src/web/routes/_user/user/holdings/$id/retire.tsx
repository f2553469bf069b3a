import { createFileRoute } from '@tanstack/react-router';
import { RetirePage } from '#web/holding/retire-page.tsx';

export const Route = createFileRoute('/_user/user/holdings/$id/retire')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <RetirePage key={id} id={id} />;
}
