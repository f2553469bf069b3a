import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignUpCodePage } from '#web/identity/sign-up/sign-up-code-page.tsx';
import { readSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { paths } from '#web/paths.ts';

export const Route = createFileRoute('/_sign-up/otp')({
  beforeLoad: () => {
    if (!readSignUp()) throw redirect({ to: paths.signUp, replace: true });
  },
  component: SignUpCodePage,
});
