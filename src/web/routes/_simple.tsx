import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/identity/session/guards.ts';
import { Frame } from '#web/shell/frame.tsx';
import { TopBar } from '#web/shell/top-bar.tsx';

/**
 * The simple layout (docs/rules.md#routes), for those who are signed in and have no area yet: nothing leads anywhere
 * else.
 */
export const Route = createFileRoute('/_simple')({
  beforeLoad: async ({ context, location }) => ({ profile: await requireSession(context.queryClient, location.href) }),
  component: () => <Frame head={<TopBar withBrand />} />,
});
