import { createFileRoute, redirect } from '@tanstack/react-router';
import { CallbackFailed } from '#web/identity/sign-in/sign-in-problem.tsx';
import { finishSignIn } from '#web/identity/provider/authorization-code-flow.ts';
import { landingOf, onlyGlobal, onlySignedOut } from '#web/identity/session/guards.ts';
import { loadProfile } from '#web/platform/session/profile.ts';

/**
 * Variant GLOBAL: completes the sign-in after the return from the OpenID provider (docs/rules.md#routes). A person who
 * is already signed in is redirected, so that a link cannot start another session.
 */
export const Route = createFileRoute('/callback')({
  beforeLoad: async ({ context, preload }) => {
    onlyGlobal();
    if (preload) return;
    await onlySignedOut(context.queryClient, undefined);
    const target = await finishSignIn(location.search);
    context.queryClient.clear();
    throw redirect({ to: landingOf(await loadProfile(context.queryClient), target), replace: true });
  },
  errorComponent: CallbackFailed,
});
