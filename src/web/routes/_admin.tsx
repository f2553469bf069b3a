import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { requireRole } from '#web/identity/session/guards.ts';
import { NoticeBell } from '#web/notice/notice-bell.tsx';
import { cancellationStore } from '#web/platform/calls/cancellation.ts';
import { useStore } from '#web/platform/storage/store.ts';
import { SearchButton } from '#web/search/search-button.tsx';
import { AdminShell } from '#web/shell/admin-shell.tsx';

export const Route = createFileRoute('/_admin')({
  beforeLoad: ({ context, location }) => requireRole('admin', context.queryClient, location.href),
  component: () => (
    <>
      <AdminShell
        tools={
          <>
            <SearchButton role="admin" />
            <NoticeBell role="admin" />
          </>
        }
      />
      <CancellationRegion />
    </>
  ),
});

const CancellationDialog = lazy(() => import('#web/auction-editor/cancellation-dialog.tsx'));

/** Asks administrators for confirmation if an edit cancels initial bids. Every screen with such edits uses it. */
function CancellationRegion() {
  const question = useStore(cancellationStore);
  return question ? (
    <Suspense>
      <CancellationDialog question={question} />
    </Suspense>
  ) : null;
}
