import { createFileRoute } from '@tanstack/react-router';
import { DetailPage } from '#web/bidding/details/detail-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/auction/$id/detail')({
  component: pageOfId((props) => <DetailPage role="user" {...props} />),
});
