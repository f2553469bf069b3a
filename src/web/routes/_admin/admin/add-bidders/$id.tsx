import { createFileRoute } from '@tanstack/react-router';
import { BiddersPage } from '#web/bidder/bidders-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/add-bidders/$id')({
  validateSearch: listSearch,
  component: byId(BiddersPage),
});
