import { createFileRoute } from '@tanstack/react-router';
import { RetirementPage } from '#web/holding/retirement-page.tsx';

export const Route = createFileRoute('/_admin/admin/retirements/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <RetirementPage key={id} role="admin" id={id} />;
}
