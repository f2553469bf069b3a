import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '#web/registry/import-page.tsx';

export const Route = createFileRoute('/_admin/admin/registry-orders/import')({
  component: ImportPage,
});
