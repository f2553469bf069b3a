import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#web/company-admin/account-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/business-account/$id')({ component: byId(AccountPage) });
