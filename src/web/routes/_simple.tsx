import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/identity/session/guards.ts';
import { Frame } from '#web/shell/frame.tsx';
import { TopBar } from '#web/shell/top-bar.tsx';

/** The simple layout (docs/rules.md#routes), without a menu, for signed-in people without an area. */
export const Route = createFileRoute('/_simple')({
  beforeLoad: async ({ context, location }) => ({ profile: await requireSession(context.queryClient, location.href) }),
  component: () => <Frame head={<TopBar withBrand />} />,
});
