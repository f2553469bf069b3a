import { createFileRoute } from '@tanstack/react-router';
import { SettlementPage } from '#web/settlement/settlement-page.tsx';

export const Route = createFileRoute('/_user/user/settlements/$id')({
  component: Page,
});

function Page() {
  return <SettlementPage role="user" id={Route.useParams().id} />;
}
