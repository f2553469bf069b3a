import { createFileRoute } from '@tanstack/react-router';
import { settlementSearch } from '#web/settlement/settlement-search.ts';
import { SettlementsPage } from '#web/settlement/settlements-page.tsx';

export const Route = createFileRoute('/_user/user/settlements/')({
  validateSearch: settlementSearch,
  component: () => <SettlementsPage role="user" />,
});
