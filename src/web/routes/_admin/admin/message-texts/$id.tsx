import { createFileRoute } from '@tanstack/react-router';
import { MessageTextPage } from '#web/message-text/message-text-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/message-texts/$id')({ component: byId(MessageTextPage) });
