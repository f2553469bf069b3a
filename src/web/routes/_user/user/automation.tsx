import { createFileRoute } from '@tanstack/react-router';
import { AutomationPage } from '#web/automation/automation-page.tsx';
import { accountSearch } from '#web/company/account-search.ts';

export const Route = createFileRoute('/_user/user/automation')({
  validateSearch: accountSearch,
  component: AutomationPage,
});
