import { createFileRoute, redirect } from '@tanstack/react-router';
import { RegisterCompanyPage } from '#web/company/register-company-page.tsx';
import { requireRole } from '#web/identity/session/guards.ts';
import { paths } from '#web/paths.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';
import { CrashPage } from '#web/shell/crash-page.tsx';

export const Route = createFileRoute('/_simple/user/account-registration/create')({
  beforeLoad: async ({ context, location }) => {
    await requireRole('user', context.queryClient, location.href);
    const former = await context.queryClient.fetchQuery(registrationQuery);
    // A registration that waits for an administrator cannot be changed. After an approval, the form is for another
    // company.
    if (former?.status === 'New' || former?.status === 'In-Progress')
      throw redirect({ to: paths.registration, replace: true });
    return { former: former?.status === 'Approved' ? null : former };
  },
  component: Page,
  errorComponent: CrashPage,
});

function Page() {
  const { former } = Route.useRouteContext();
  return <RegisterCompanyPage former={former} />;
}
