import { createFileRoute } from '@tanstack/react-router';
import { PlatformPage } from '#web/platform-setting/platform-page.tsx';

export const Route = createFileRoute('/_admin/admin/platform')({ component: PlatformPage });
