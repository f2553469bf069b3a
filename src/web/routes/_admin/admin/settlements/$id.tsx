import { createFileRoute } from '@tanstack/react-router';
import { SettlementPage } from '#web/settlement/settlement-page.tsx';

export const Route = createFileRoute('/_admin/admin/settlements/$id')({
  component: Page,
});

function Page() {
  return <SettlementPage role="admin" id={Route.useParams().id} />;
}
