import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#web/audit/audit-page.tsx';

export const Route = createFileRoute('/_admin/admin/audit-trail/$id')({ component: Page });

function Page() {
  const { id } = Route.useParams();
  return <AuditPage key={id} id={id} />;
}
