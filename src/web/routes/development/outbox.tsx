import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#web/identity/outbox-page.tsx';

export const Route = createFileRoute('/development/outbox')({ component: OutboxPage });
