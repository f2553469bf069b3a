import { createFileRoute } from '@tanstack/react-router';
import { INTERACTION_FAILURES, type InteractionFailure } from '#contract/basics/choices.ts';
import { HostedSignInPage } from '#web/identity/provider/hosted-sign-in-page.tsx';

export const Route = createFileRoute('/connect/interaction/$uid')({
  validateSearch: (raw: Record<string, unknown>): { failed?: InteractionFailure } => {
    const failed = INTERACTION_FAILURES.find((why) => why === raw.failed);
    return failed ? { failed } : {};
  },
  component: HostedSignInPage,
});
