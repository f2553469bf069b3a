import { createFileRoute } from '@tanstack/react-router';
import { CreateSellOrderPage } from '#web/marketplace-admin/create-sell-order-page.tsx';

export const Route = createFileRoute('/_admin/admin/marketplace/create')({ component: CreateSellOrderPage });
