import { createFileRoute } from '@tanstack/react-router';
import { ClaimsReportOf } from '#web/claim/claims-report-page.tsx';
import { yearSearch } from '#web/claim/year-search.ts';

export const Route = createFileRoute('/_admin/admin/claims-report/$id')({
  validateSearch: yearSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <ClaimsReportOf key={id} role="admin" accountId={id} />;
}
