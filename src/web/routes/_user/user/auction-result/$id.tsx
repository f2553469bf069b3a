import { createFileRoute } from '@tanstack/react-router';
import { ResultPage } from '#web/award/result-page.tsx';
import { resultSearch } from '#web/award/result-search.ts';

export const Route = createFileRoute('/_user/user/auction-result/$id')({
  validateSearch: resultSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <ResultPage key={id} role="user" id={id} search={Route.useSearch()} />;
}
