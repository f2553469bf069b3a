import { createFileRoute } from '@tanstack/react-router';
import { CertificatesPage } from '#web/certificate/certificates-page.tsx';
import { certificateSearch } from '#web/certificate/certificate-search.ts';

export const Route = createFileRoute('/_user/user/certificates')({
  validateSearch: certificateSearch,
  component: CertificatesPage,
});
