import { createFileRoute } from '@tanstack/react-router';
import { RetirementPage } from '#web/holding/retirement-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/retirements/$id')({
  component: byId(RetirementPage, { role: 'admin' }),
});
