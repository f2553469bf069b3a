import { createFileRoute } from '@tanstack/react-router';
import { CreateAuctionPage } from '#web/auction-editor/create-auction-page.tsx';

const ID = /^[\da-f-]{36}$/;

export const Route = createFileRoute('/_admin/admin/create')({
  staticData: { isSidebarHidden: true },
  validateSearch: ({ copyOf }: Record<string, unknown>): { copyOf?: string } =>
    typeof copyOf === 'string' && ID.test(copyOf) ? { copyOf } : {},
  component: Page,
});

function Page() {
  const { copyOf } = Route.useSearch();
  // The key resets the form when another auction is copied.
  return <CreateAuctionPage key={copyOf} copyOf={copyOf} />;
}
