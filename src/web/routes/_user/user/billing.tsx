import { createFileRoute } from '@tanstack/react-router';
import { accountSearch } from '#web/company/account-search.ts';
import { BillingPage } from '#web/invoice/billing-page.tsx';

export const Route = createFileRoute('/_user/user/billing')({
  validateSearch: accountSearch,
  component: BillingPage,
});
