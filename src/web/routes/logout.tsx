import { createFileRoute, redirect } from '@tanstack/react-router';
import { signOut } from '#web/identity/sign-out.ts';

export const Route = createFileRoute('/logout')({
  beforeLoad: async ({ context, preload }) => {
    // Pointing at a link must not sign anyone out.
    if (preload) return;
    await signOut(context.queryClient);
    throw redirect({ to: '/login', replace: true });
  },
});
