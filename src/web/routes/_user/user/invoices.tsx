import { createFileRoute } from '@tanstack/react-router';
import { invoiceSearch } from '#web/invoice/invoice-search.ts';
import { InvoicesPage } from '#web/invoice/invoices-page.tsx';

export const Route = createFileRoute('/_user/user/invoices')({
  validateSearch: invoiceSearch,
  component: () => <InvoicesPage role="user" />,
});
