import { createFileRoute } from '@tanstack/react-router';
import { requireAccount, requireRole } from '#web/identity/session/guards.ts';
import { NoticeBell } from '#web/notice/notice-bell.tsx';
import { env } from '#web/platform/page/env.ts';
import { SearchButton } from '#web/search/search-button.tsx';
import { Shell } from '#web/shell/shell.tsx';
import { seenToursQuery } from '#web/tour/seen-tours.ts';

export const Route = createFileRoute('/_user')({
  beforeLoad: async ({ context, location }) => {
    await requireRole('user', context.queryClient, location.href);
    await requireAccount(context.queryClient);
    if (env().flags.tourGuide) void context.queryClient.prefetchQuery(seenToursQuery);
  },
  component: () => (
    <Shell
      role="user"
      tools={
        <>
          <SearchButton role="user" />
          <NoticeBell role="user" />
        </>
      }
    />
  ),
});
