import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#web/statistic/dashboard-page.tsx';
import { dashboardSearch } from '#web/statistic/dashboard-search.ts';

export const Route = createFileRoute('/_admin/admin/dashboard')({
  validateSearch: dashboardSearch,
  component: DashboardPage,
});
