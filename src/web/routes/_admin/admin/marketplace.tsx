import { createFileRoute } from '@tanstack/react-router';
import { requireFlag } from '#web/identity/session/guards.ts';

export const Route = createFileRoute('/_admin/admin/marketplace')({ beforeLoad: requireFlag('marketplace') });
