import { createFileRoute } from '@tanstack/react-router';
import { CertificatesAdminPage } from '#web/certificate/certificates-admin-page.tsx';
import { certificateSearch } from '#web/certificate/certificate-search.ts';

export const Route = createFileRoute('/_admin/admin/certificates')({
  validateSearch: certificateSearch,
  component: CertificatesAdminPage,
});
