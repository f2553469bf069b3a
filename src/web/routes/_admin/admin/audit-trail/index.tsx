import { createFileRoute } from '@tanstack/react-router';
import { AuditListPage } from '#web/audit/audit-page.tsx';
import { auditSearch } from '#web/audit/audit-search.ts';

export const Route = createFileRoute('/_admin/admin/audit-trail/')({
  validateSearch: auditSearch,
  component: AuditListPage,
});
