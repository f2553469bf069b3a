import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any unknown path goes to sign-in, which sends those who are signed in to their start (docs/rules.md#routes). */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});
