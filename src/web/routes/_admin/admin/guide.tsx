import { createFileRoute } from '@tanstack/react-router';
import { guideSearch } from '#web/document/guide-search.ts';
import { GuidePage } from '#web/document/guide-page.tsx';

export const Route = createFileRoute('/_admin/admin/guide')({ validateSearch: guideSearch, component: Page });

function Page() {
  const { document, chapter } = Route.useSearch();
  return <GuidePage key={document} role="admin" templateId={document} chapter={chapter} />;
}
