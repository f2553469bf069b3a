import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#web/audit/audit-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/audit-trail/$id')({ component: pageOfId(AuditPage) });
