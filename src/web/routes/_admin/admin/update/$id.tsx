import { createFileRoute } from '@tanstack/react-router';
import { isEditorTab, type EditorTab } from '#web/auction-editor/editor-tab.ts';
import { UpdateAuctionPage } from '#web/auction-editor/update-auction-page.tsx';

export const Route = createFileRoute('/_admin/admin/update/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: EditorTab } =>
    isEditorTab(raw.tab) && raw.tab !== 'settings' ? { tab: raw.tab } : {},
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { tab = 'settings' } = Route.useSearch();
  return <UpdateAuctionPage id={id} tab={tab} />;
}
