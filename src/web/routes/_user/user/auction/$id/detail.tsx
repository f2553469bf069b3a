import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '#web/bidding/details/detail-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_user/user/auction/$id/detail')({
  component: byId(DetailPage, { role: 'user' }),
});
