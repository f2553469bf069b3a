import { createFileRoute } from '@tanstack/react-router';
import { requireReader } from '#web/identity/session/guards.ts';
import { PageContent } from '#web/shell/page-content.tsx';

/**
 * The open pages (docs/rules.md#routes): one auction without the layout around it, with the same rights as in one's
 * area, for a link that was handed round, or a screen on a wall.
 */
export const Route = createFileRoute('/_open')({
  beforeLoad: async ({ context, location }) => ({ role: await requireReader(context.queryClient, location.href) }),
  component: PageContent,
});
