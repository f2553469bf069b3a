import { createFileRoute, redirect } from '@tanstack/react-router';
import { listSearch } from '#web/design/lists/list-search.ts';
import { OutboxPage } from '#web/identity/one-time-code/outbox-page.tsx';
import { env } from '#web/platform/page/env.ts';

export const Route = createFileRoute('/development/outbox')({
  validateSearch: listSearch,
  beforeLoad: () => {
    // Without an outbox, as in production, the path counts as unknown.
    if (env().outboxPath === null) throw redirect({ to: '/login', replace: true });
  },
  component: OutboxPage,
});
