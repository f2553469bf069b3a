import { createFileRoute } from '@tanstack/react-router';
import { registryOrderSearch } from '#web/registry/registry-order-search.ts';
import { RegistryOrdersPage } from '#web/registry/registry-orders-page.tsx';

export const Route = createFileRoute('/_admin/admin/registry-orders/')({
  validateSearch: registryOrderSearch,
  component: RegistryOrdersPage,
});
