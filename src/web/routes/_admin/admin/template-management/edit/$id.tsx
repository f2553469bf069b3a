import { createFileRoute } from '@tanstack/react-router';
import { EditTemplatePage } from '#web/template-admin/edit-template-page.tsx';
import { versionSearch } from '#web/template-admin/template-search.ts';

export const Route = createFileRoute('/_admin/admin/template-management/edit/$id')({
  validateSearch: versionSearch,
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { versions } = Route.useSearch();
  return <EditTemplatePage key={id} id={id} versions={versions} />;
}
