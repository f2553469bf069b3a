import { createFileRoute } from '@tanstack/react-router';
import { PlatformBillingPage } from '#web/invoice/platform-billing-page.tsx';

export const Route = createFileRoute('/_admin/admin/billing')({ component: PlatformBillingPage });
