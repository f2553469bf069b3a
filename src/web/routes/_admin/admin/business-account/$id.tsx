import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/company-admin/account-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_admin/admin/business-account/$id')({ component: pageOfId(AccountPage) });
