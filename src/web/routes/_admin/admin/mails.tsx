import { createFileRoute } from '@tanstack/react-router';
import { messageSearch } from '#web/health/message-search.ts';
import { MessagesPage } from '#web/health/messages-page.tsx';

export const Route = createFileRoute('/_admin/admin/mails')({
  validateSearch: messageSearch,
  component: MessagesPage,
});
