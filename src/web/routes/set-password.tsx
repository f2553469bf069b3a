import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '#web/identity/password/forgot-password-page.tsx';

/** The page that an operator's link opens. The link's secret is after the `#`, so that no log contains the secret. */
export const Route = createFileRoute('/set-password')({ component: SetPasswordPage });
