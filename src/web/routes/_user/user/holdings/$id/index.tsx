import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '#web/design/lists/list-search.ts';
import { HoldingPage } from '#web/holding/holding-page.tsx';
import { pageOfId } from '#web/platform/page/page-of-id.tsx';

export const Route = createFileRoute('/_user/user/holdings/$id/')({
  validateSearch: listSearch,
  component: pageOfId((props) => <HoldingPage role="user" {...props} />),
});
