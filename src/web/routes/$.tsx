import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects any unknown path to sign-in, which redirects signed-in people to their start (docs/rules.md#routes). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});
