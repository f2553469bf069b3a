import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#web/audit/audit-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/audit-trail/$id')({ component: byId(AuditPage) });
