import { createFileRoute } from '@tanstack/react-router';
import { DashboardPage } from '#web/statistic/dashboard-page.tsx';
import { statisticSearch } from '#web/statistic/statistic-search.ts';

export const Route = createFileRoute('/_admin/admin/dashboard')({
  validateSearch: (raw) => statisticSearch(raw),
  component: DashboardPage,
});
