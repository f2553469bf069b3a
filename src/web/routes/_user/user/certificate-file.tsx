import { createFileRoute } from '@tanstack/react-router';
import { CertificateFilePage } from '#web/certificate/certificate-file-page.tsx';
import { certificateSearch } from '#web/certificate/certificate-search.ts';

export const Route = createFileRoute('/_user/user/certificate-file')({
  validateSearch: certificateSearch,
  component: CertificateFilePage,
});
