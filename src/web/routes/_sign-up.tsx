import { createFileRoute } from '@tanstack/react-router';
import { onlySignedOut, onlyTnbx } from '#web/identity/session/guards.ts';
import { keepsRedirect, redirectSearch } from '#web/identity/session/redirect-search.ts';
import { SignUpFrame } from '#web/identity/sign-up/sign-up-frame.tsx';

export const Route = createFileRoute('/_sign-up')({
  validateSearch: redirectSearch,
  search: keepsRedirect,
  beforeLoad: async ({ context, search }) => {
    onlyTnbx();
    await onlySignedOut(context.queryClient, search.redirect);
  },
  component: SignUpFrame,
});
