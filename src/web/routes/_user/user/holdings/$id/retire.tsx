import { createFileRoute } from '@tanstack/react-router';
import { RetirePage } from '#web/holding/retire-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_user/user/holdings/$id/retire')({ component: byId(RetirePage) });
