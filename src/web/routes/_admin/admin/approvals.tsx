import { createFileRoute } from '@tanstack/react-router';
import { ApprovalsPage } from '#web/approval/approvals-page.tsx';
import { listSearch } from '#web/design/lists/list-search.ts';

export const Route = createFileRoute('/_admin/admin/approvals')({
  validateSearch: listSearch,
  component: ApprovalsPage,
});
