import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#web/identity/guards.ts';
import { Shell } from '#web/shell/shell.tsx';

export const Route = createFileRoute('/_user')({
  beforeLoad: ({ context, location }) => requireRole('user', context.queryClient, location.href),
  component: () => <Shell role="user" />,
});
