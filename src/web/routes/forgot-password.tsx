import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#web/identity/password/forgot-password-page.tsx';
import { onlySignedOut, onlyTnbx } from '#web/identity/session/guards.ts';
import { discardSignUp } from '#web/identity/sign-up/open-sign-up.ts';

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: async ({ context, preload }) => {
    onlyTnbx();
    if (!preload) discardSignUp();
    await onlySignedOut(context.queryClient, undefined);
  },
  component: ForgotPasswordPage,
});
