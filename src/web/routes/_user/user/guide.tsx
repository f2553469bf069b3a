import { createFileRoute } from '@tanstack/react-router';
import { guideSearch } from '#web/document/guide-search.ts';
import { GuidePage } from '#web/document/guide-page.tsx';

export const Route = createFileRoute('/_user/user/guide')({ validateSearch: guideSearch, component: Page });

function Page() {
  const { document } = Route.useSearch();
  return <GuidePage key={document} role="user" templateId={document} />;
}
