import { createFileRoute } from '@tanstack/react-router';
import { TemplateListPage } from '#web/template-admin/template-list-page.tsx';
import { templateSearch } from '#web/template-admin/template-search.ts';

export const Route = createFileRoute('/_admin/admin/template-management/')({
  validateSearch: templateSearch,
  component: TemplateListPage,
});
