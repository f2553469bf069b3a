import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '#web/company/invitation-page.tsx';
import { requireRole } from '#web/identity/session/guards.ts';

/** The page of an invitation. A person without a session signs in or signs up first, and then returns to this page. */
export const Route = createFileRoute('/_simple/invitation')({
  validateSearch: (raw: Record<string, unknown>) => ({ token: typeof raw.token === 'string' ? raw.token : '' }),
  beforeLoad: ({ context, location }) => requireRole('user', context.queryClient, location.href),
  component: Page,
});

function Page() {
  const { token } = Route.useSearch();
  return <InvitationPage token={token} />;
}
