import { createFileRoute } from '@tanstack/react-router';
import type { EditorTab } from '#web/auction-editor/editor-tabs.tsx';
import { UpdateAuctionPage } from '#web/auction-editor/update-auction-page.tsx';

export const Route = createFileRoute('/_admin/admin/update/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: EditorTab } => (raw.tab === 'items' ? { tab: 'items' } : {}),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { tab = 'settings' } = Route.useSearch();
  return <UpdateAuctionPage id={id} tab={tab} />;
}
