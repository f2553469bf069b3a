import { createFileRoute } from '@tanstack/react-router';
import { OperatorAutomationPage } from '#web/automation/automation-page.tsx';

export const Route = createFileRoute('/_admin/admin/automation')({ component: OperatorAutomationPage });
