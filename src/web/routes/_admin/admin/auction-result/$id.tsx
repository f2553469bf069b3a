import { createFileRoute } from '@tanstack/react-router';
import { ResultPage } from '#web/award/result-page.tsx';
import { resultSearch } from '#web/award/result-search.ts';

export const Route = createFileRoute('/_admin/admin/auction-result/$id')({
  validateSearch: resultSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <ResultPage key={id} role="admin" id={id} search={Route.useSearch()} />;
}
