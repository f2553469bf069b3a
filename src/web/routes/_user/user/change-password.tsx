import { createFileRoute } from '@tanstack/react-router';
import { ChangePasswordPage } from '#web/identity/password/change-password-page.tsx';

export const Route = createFileRoute('/_user/user/change-password')({ component: ChangePasswordPage });
