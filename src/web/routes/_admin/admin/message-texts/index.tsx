import { createFileRoute } from '@tanstack/react-router';
import { MessageTextsPage } from '#web/message-text/message-texts-page.tsx';

export const Route = createFileRoute('/_admin/admin/message-texts/')({ component: MessageTextsPage });
