import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChangePhonePage } from '#web/identity/change-phone-page.tsx';
import { onlyTnbx } from '#web/identity/guards.ts';
import { paths } from '#web/paths.ts';
import { loadProfile } from '#web/platform/profile.ts';

export const Route = createFileRoute('/_user/user/change-2fa-phone-number')({
  beforeLoad: async ({ context }) => {
    onlyTnbx();
    const { accounts } = await loadProfile(context.queryClient);
    if (accounts.length === 0) throw redirect({ to: paths.home('user'), replace: true });
  },
  component: ChangePhonePage,
});
