import { createFileRoute } from '@tanstack/react-router';
import { CreateAuctionPage } from '#web/auction-editor/create-auction-page.tsx';

export const Route = createFileRoute('/_admin/admin/create')({
  staticData: { isSidebarHidden: true },
  component: CreateAuctionPage,
});
