import { createFileRoute } from '@tanstack/react-router';
import { CancellationRegion } from '#web/auction-editor/cancellation-region.tsx';
import { requireRole } from '#web/identity/session/guards.ts';
import { NoticeBell } from '#web/notice/notice-bell.tsx';
import { AdminShell } from '#web/shell/admin-shell.tsx';

export const Route = createFileRoute('/_admin')({
  beforeLoad: ({ context, location }) => requireRole('admin', context.queryClient, location.href),
  component: () => (
    <>
      <AdminShell tools={<NoticeBell role="admin" />} />
      <CancellationRegion />
    </>
  ),
});
