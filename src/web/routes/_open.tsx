import { createFileRoute } from '@tanstack/react-router';
import { requireReader } from '#web/identity/session/guards.ts';
import { PageContent } from '#web/shell/page-content.tsx';

/**
 * The open pages (docs/rules.md#routes): one auction without the surrounding layout, for a shared link or a wall
 * screen. The permissions are the same as on the pages with the layout.
 */
export const Route = createFileRoute('/_open')({
  beforeLoad: async ({ context, location }) => ({ role: await requireReader(context.queryClient, location.href) }),
  component: PageContent,
});
