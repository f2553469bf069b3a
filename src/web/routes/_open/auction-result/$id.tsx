import { createFileRoute } from '@tanstack/react-router';
import { ResultPage } from '#web/award/result-page.tsx';
import { resultSearch } from '#web/award/result-search.ts';

export const Route = createFileRoute('/_open/auction-result/$id')({
  validateSearch: resultSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { role } = Route.useRouteContext();
  return <ResultPage key={id} role={role} id={id} search={Route.useSearch()} />;
}
