import { createFileRoute } from '@tanstack/react-router';
import { RetirementPage } from '#web/holding/retirement-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/retirements/$id')({
  component: pageOfId((props) => <RetirementPage role="admin" {...props} />),
});
