import { createFileRoute } from '@tanstack/react-router';
import { requireReader } from '#web/identity/session/guards.ts';
import { RecordPage } from '#web/record/record-page.tsx';

export const Route = createFileRoute('/_public/record')({
  // `auction` names the auction whose record is loaded, for people who may see its result. Without `auction`, anyone
  // can use the page.
  validateSearch: ({ auction }: Record<string, unknown>): { auction?: string } =>
    typeof auction === 'string' ? { auction } : {},
  beforeLoad: async ({ context, location, search }) => ({
    role: search.auction === undefined ? undefined : await requireReader(context.queryClient, location.href),
  }),
  component: Page,
});

function Page() {
  const { auction } = Route.useSearch();
  const { role } = Route.useRouteContext();
  return (
    <RecordPage key={auction ?? ''} of={auction !== undefined && role ? { role, auctionId: auction } : undefined} />
  );
}
