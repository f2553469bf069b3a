import { createFileRoute } from '@tanstack/react-router';
import { onlySignedOut, onlyTnbx } from '#web/identity/guards.ts';
import { SignUpFrame } from '#web/identity/sign-up-frame.tsx';

export const Route = createFileRoute('/_sign-up')({
  beforeLoad: async ({ context }) => {
    onlyTnbx();
    await onlySignedOut(context.queryClient, undefined);
  },
  component: SignUpFrame,
});
