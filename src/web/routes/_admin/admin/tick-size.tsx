import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '#web/design/lists/list-search.ts';
import { TickSizePage } from '#web/tick/tick-size-page.tsx';

export const Route = createFileRoute('/_admin/admin/tick-size')({
  validateSearch: listSearch,
  component: TickSizePage,
});
