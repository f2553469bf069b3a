import { createFileRoute } from '@tanstack/react-router';
import { NoticeSettingsPage } from '#web/notice/notice-settings-page.tsx';

export const Route = createFileRoute('/_admin/admin/notices')({ component: () => <NoticeSettingsPage role="admin" /> });
