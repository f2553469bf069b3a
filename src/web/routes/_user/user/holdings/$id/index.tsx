import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '#web/design/lists/list-search.ts';
import { HoldingPage } from '#web/holding/holding-page.tsx';

export const Route = createFileRoute('/_user/user/holdings/$id/')({ validateSearch: listSearch, component: Page });

function Page() {
  const { id } = Route.useParams();
  return <HoldingPage key={id} role="user" id={id} />;
}
