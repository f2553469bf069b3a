import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { BuyOrderList } from '#web/marketplace/buy-orders/buy-order-list.tsx';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { SellOrders } from '#web/marketplace-admin/sell-orders.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

const TABS = [
  { tab: undefined, title: 'sellOrder.list' },
  { tab: 'buy-orders', title: 'buyOrder.list' },
] as const;

/** Sell orders of all states, and the buy orders that were placed for them. */
export function AdminMarketplacePage() {
  const say = useSay();
  const search: MarketplaceSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle
        title="shell.marketplace"
        actions={
          <Button component={Link} to={paths.createSellOrder} leftSection={<IconPlus size={16} aria-hidden />}>
            {say('sellOrder.create')}
          </Button>
        }
      />
      <PageTabs label="sellOrder.views" tabs={TABS} current={search.tab} />
      {search.tab === 'buy-orders' ? <BuyOrderList role="admin" search={search} /> : <SellOrders search={search} />}
    </>
  );
}
