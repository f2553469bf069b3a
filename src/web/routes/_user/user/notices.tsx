import { createFileRoute } from '@tanstack/react-router';
import { NoticeSettingsPage } from '#web/notice/notice-settings-page.tsx';

export const Route = createFileRoute('/_user/user/notices')({ component: () => <NoticeSettingsPage role="user" /> });
