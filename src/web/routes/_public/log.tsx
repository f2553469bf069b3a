import { createFileRoute } from '@tanstack/react-router';
import { LogPage } from '#web/transparency-log/log-page.tsx';

export const Route = createFileRoute('/_public/log')({ component: LogPage });
