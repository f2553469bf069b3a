import { createFileRoute } from '@tanstack/react-router';
import { RegistrationPage } from '#web/company-admin/registration-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/account-registration/$id')({ component: byId(RegistrationPage) });
