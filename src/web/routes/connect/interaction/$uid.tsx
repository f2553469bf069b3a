import { createFileRoute } from '@tanstack/react-router';
import { HostedSignInPage } from '#web/identity/hosted-sign-in-page.tsx';

export const Route = createFileRoute('/connect/interaction/$uid')({ component: HostedSignInPage });
