import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '#web/company/invitation-page.tsx';
import { requireRole } from '#web/identity/session/guards.ts';

/** Who isn't signed in signs in or up first, and is led back here. */
export const Route = createFileRoute('/_simple/invitation')({
  validateSearch: (raw: Record<string, unknown>) => ({ token: typeof raw.token === 'string' ? raw.token : '' }),
  beforeLoad: ({ context, location }) => requireRole('user', context.queryClient, location.href),
  component: Page,
});

function Page() {
  const { token } = Route.useSearch();
  return <InvitationPage token={token} />;
}
