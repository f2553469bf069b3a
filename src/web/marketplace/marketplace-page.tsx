import { useSearch } from '@tanstack/react-router';
import { PageTabs } from '#web/design/layout/page-tabs.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { BuyOrderList } from '#web/marketplace/buy-orders/buy-order-list.tsx';
import type { MarketplaceSearch } from '#web/marketplace/marketplace-search.ts';
import { Offers } from '#web/marketplace/offers.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

const TABS = [
  { tab: undefined, title: 'sellOrder.list' },
  { tab: 'buy-orders', title: 'buyOrder.own' },
] as const;

/** What can be bought at a fixed price, and what one's companies have ordered. */
export function MarketplacePage() {
  const say = useSay();
  const search: MarketplaceSearch = useSearch({ strict: false });
  return (
    <>
      <PageTitle title="shell.marketplace" note={say('sellOrder.note')} />
      <PageTabs label="sellOrder.views" tabs={TABS} current={search.tab} />
      {search.tab === 'buy-orders' ? <BuyOrderList role="user" search={search} /> : <Offers search={search} />}
    </>
  );
}
