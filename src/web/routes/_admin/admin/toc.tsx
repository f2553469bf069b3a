import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '#web/document/terms-page.tsx';

export const Route = createFileRoute('/_admin/admin/toc')({ component: () => <TermsPage role="admin" /> });
