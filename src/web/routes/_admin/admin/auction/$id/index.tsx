import { createFileRoute } from '@tanstack/react-router';
import { AuctionPage } from '#web/bidding/room/auction-page.tsx';
import { byId } from '#web/shell/by-id.tsx';

export const Route = createFileRoute('/_admin/admin/auction/$id/')({ component: byId(AuctionPage, { role: 'admin' }) });
