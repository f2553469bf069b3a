import { createFileRoute } from '@tanstack/react-router';
import { RetirePage } from '#web/holding/retire-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/holdings/$id/retire')({ component: pageOfId(RetirePage) });
