import { createFileRoute } from '@tanstack/react-router';
import { BiddersPage } from '#web/bidder/bidders-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/add-bidders/$id')({
  validateSearch: listSearch,
  component: pageOfId(BiddersPage),
});
