import { createFileRoute } from '@tanstack/react-router';
import { StatementPage } from '#web/holding/statement-page.tsx';

export const Route = createFileRoute('/_public/retirement/')({ component: () => <StatementPage number="" /> });
