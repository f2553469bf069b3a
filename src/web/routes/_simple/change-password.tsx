import { createFileRoute, redirect } from '@tanstack/react-router';
import { ChangePasswordPage } from '#web/identity/password/change-password-page.tsx';
import { paths } from '#web/paths.ts';
import { areaOf } from '#web/platform/session/session.ts';

export const Route = createFileRoute('/_simple/change-password')({
  beforeLoad: ({ context }) => {
    const area = areaOf(context.profile);
    if (area) throw redirect({ to: paths.changePassword(area), replace: true });
  },
  component: ChangePasswordPage,
});
