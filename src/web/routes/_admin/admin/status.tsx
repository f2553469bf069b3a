import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '#web/health/health-page.tsx';

export const Route = createFileRoute('/_admin/admin/status')({ component: StatusPage });
