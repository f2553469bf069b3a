import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '#web/design/lists/list-search.ts';
import { HoldingPage } from '#web/holding/holding-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/holdings/$id/')({
  validateSearch: listSearch,
  component: byId(HoldingPage, { role: 'admin' }),
});
