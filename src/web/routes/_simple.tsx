import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/identity/session/guards.ts';
import { SimpleShell } from '#web/shell/simple-shell.tsx';

export const Route = createFileRoute('/_simple')({
  beforeLoad: async ({ context, location }) => ({ profile: await requireSession(context.queryClient, location.href) }),
  component: SimpleShell,
});
