import { createFileRoute } from '@tanstack/react-router';
import { isEditorTab, type EditorTab } from '#web/auction-editor/editor-tab.ts';
import { UpdateSellOrderPage } from '#web/marketplace-admin/update-sell-order-page.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: EditorTab } =>
    isEditorTab(raw.tab) && raw.tab !== 'settings' ? { tab: raw.tab } : {},
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  const { tab = 'settings' } = Route.useSearch();
  return <UpdateSellOrderPage key={id} id={id} tab={tab} />;
}
