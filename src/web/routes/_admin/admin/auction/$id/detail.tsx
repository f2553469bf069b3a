import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '#web/bidding/details/detail-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/auction/$id/detail')({
  component: byId(DetailPage, { role: 'admin' }),
});
