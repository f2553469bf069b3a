import { createFileRoute } from '@tanstack/react-router';
import { FirstAdministratorPage } from '#web/identity/sign-up/first-administrator-page.tsx';

/** The page of the one-time link for the first administrator. The token is after the `#`, so that no log contains it. */
export const Route = createFileRoute('/first-administrator')({ component: FirstAdministratorPage });
