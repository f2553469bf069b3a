import { createFileRoute } from '@tanstack/react-router';
import { INTERACTION_FAILURES, type InteractionFailure } from '#contract/choices.ts';
import { HostedSignInPage } from '#web/identity/hosted-sign-in-page.tsx';

export const Route = createFileRoute('/connect/interaction/$uid')({
  validateSearch: (raw: Record<string, unknown>): { failed?: InteractionFailure } => {
    const failed = INTERACTION_FAILURES.find((why) => why === raw.failed);
    return failed ? { failed } : {};
  },
  component: HostedSignInPage,
});
