import { createFileRoute } from '@tanstack/react-router';
import { requireAccount, requireRole } from '#web/identity/guards.ts';
import { NoticeBell } from '#web/notice/notice-bell.tsx';
import { Shell } from '#web/shell/shell.tsx';

export const Route = createFileRoute('/_user')({
  beforeLoad: async ({ context, location }) => {
    await requireRole('user', context.queryClient, location.href);
    await requireAccount(context.queryClient);
  },
  component: () => <Shell role="user" tools={<NoticeBell role="user" />} />,
});
