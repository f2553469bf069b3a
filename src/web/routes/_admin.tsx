import { createFileRoute } from '@tanstack/react-router';
import { requireRole } from '#web/identity/guards.ts';
import { NoticeBell } from '#web/notice/notice-bell.tsx';
import { Shell } from '#web/shell/shell.tsx';

export const Route = createFileRoute('/_admin')({
  beforeLoad: ({ context, location }) => requireRole('admin', context.queryClient, location.href),
  component: () => <Shell role="admin" tools={<NoticeBell role="admin" />} />,
});
