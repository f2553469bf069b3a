import { createFileRoute, redirect } from '@tanstack/react-router';
import { RegistrationPage } from '#web/company/registration-page.tsx';
import { requireRole } from '#web/identity/session/guards.ts';
import { paths } from '#web/paths.ts';
import { registrationQuery } from '#web/platform/session/own-registration.ts';

/**
 * Shows a user's registration. A user without one goes to the create page (docs/rules.md#unauthorized-answers), or to
 * the home page if the user already has a company.
 */
export const Route = createFileRoute('/_simple/user/account-registration/')({
  beforeLoad: async ({ context, location }) => {
    await requireRole('user', context.queryClient, location.href);
    // The page itself reports a loading error.
    const registration = await context.queryClient.fetchQuery(registrationQuery).catch(() => undefined);
    if (registration !== null) return;
    const hasAccount = context.profile.accounts.length > 0;
    throw redirect({ to: hasAccount ? paths.home('user') : paths.createRegistration, replace: true });
  },
  component: RegistrationPage,
});
