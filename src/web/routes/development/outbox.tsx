import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '#web/design/list-search.ts';
import { OutboxPage } from '#web/identity/outbox-page.tsx';

export const Route = createFileRoute('/development/outbox')({ validateSearch: listSearch, component: OutboxPage });
