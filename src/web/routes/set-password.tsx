import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '#web/identity/password/forgot-password-page.tsx';

/** The target of an operator's link. Its secret is after the `#`, so that no log contains it. */
export const Route = createFileRoute('/set-password')({ component: SetPasswordPage });
