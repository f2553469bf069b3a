import { createFileRoute } from '@tanstack/react-router';
import { onlySignedOut } from '#web/identity/guards.ts';
import { SignInPage } from '#web/identity/sign-in-page.tsx';

export const Route = createFileRoute('/login')({
  validateSearch: (raw: Record<string, unknown>): { redirect?: string } =>
    typeof raw.redirect === 'string' ? { redirect: raw.redirect } : {},
  beforeLoad: ({ context, search }) => onlySignedOut(context.queryClient, search.redirect),
  component: SignInPage,
});
