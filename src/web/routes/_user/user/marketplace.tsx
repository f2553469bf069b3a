import { createFileRoute } from '@tanstack/react-router';
import { requireFlag } from '#web/identity/session/guards.ts';

export const Route = createFileRoute('/_user/user/marketplace')({ beforeLoad: requireFlag('marketplace') });
