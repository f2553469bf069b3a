import { createFileRoute } from '@tanstack/react-router';
import { BiddersPage } from '#web/bidder/bidders-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';

export const Route = createFileRoute('/_admin/admin/add-bidders/$id')({
  validateSearch: listSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <BiddersPage id={id} />;
}
