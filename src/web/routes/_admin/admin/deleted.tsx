import { createFileRoute } from '@tanstack/react-router';
import { DeletedPage } from '#web/deletion/deleted-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';

export const Route = createFileRoute('/_admin/admin/deleted')({
  validateSearch: listSearch,
  component: DeletedPage,
});
