import { createFileRoute } from '@tanstack/react-router';
import { PublicAuctionsPage } from '#web/auction/public-auctions-page.tsx';
import { requireFlag } from '#web/identity/session/guards.ts';

export const Route = createFileRoute('/_public/auctions')({
  beforeLoad: requireFlag('publicAuctions'),
  component: PublicAuctionsPage,
});
