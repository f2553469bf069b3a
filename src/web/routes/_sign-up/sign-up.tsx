import { createFileRoute } from '@tanstack/react-router';
import { discardSignUp } from '#web/identity/sign-up/open-sign-up.ts';
import { SignUpPage } from '#web/identity/sign-up/sign-up-page.tsx';

export const Route = createFileRoute('/_sign-up/sign-up')({
  validateSearch: (raw: Record<string, unknown>): { step?: 'phone' } => (raw.step === 'phone' ? { step: 'phone' } : {}),
  beforeLoad: ({ preload }) => {
    if (!preload) discardSignUp();
  },
  component: Page,
});

function Page() {
  const { step = 'account' } = Route.useSearch();
  return <SignUpPage step={step} />;
}
