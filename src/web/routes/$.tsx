import { createFileRoute, redirect } from '@tanstack/react-router';

/**
 * Redirects any unknown path to the sign-in page, which redirects signed-in users to their start page
 * (docs/rules.md#routes).
 */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});
