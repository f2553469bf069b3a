import { createFileRoute } from '@tanstack/react-router';
import { retirementSearch } from '#web/holding/holding-search.ts';
import { RetirementsPage } from '#web/holding/retirements-page.tsx';

export const Route = createFileRoute('/_admin/admin/retirements/')({
  validateSearch: retirementSearch,
  component: () => <RetirementsPage role="admin" />,
});
