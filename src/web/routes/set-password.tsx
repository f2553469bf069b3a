import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '#web/identity/password/forgot-password-page.tsx';

/** Where the link of an operator leads, with its secret behind the `#`, so that no log has it. */
export const Route = createFileRoute('/set-password')({ component: SetPasswordPage });
