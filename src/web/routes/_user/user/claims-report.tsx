import { createFileRoute } from '@tanstack/react-router';
import { ClaimsReportPage } from '#web/claim/claims-report-page.tsx';
import { yearSearch } from '#web/claim/year-search.ts';
import { accountSearch } from '#web/company/account-search.ts';

export const Route = createFileRoute('/_user/user/claims-report')({
  validateSearch: (raw: Record<string, unknown>) => ({ ...accountSearch(raw), ...yearSearch(raw) }),
  component: ClaimsReportPage,
});
