import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { SellOrderHead, OrderSkeleton } from '#web/marketplace/sell-order-head.tsx';
import { NOT_BUYABLE, whyNotBuyable } from '#web/marketplace/buying/buy-draft.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { useOffer } from '#web/marketplace/sell-order-queries.ts';
import { SellOrderView } from '#web/marketplace/sell-order-view.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The page of a sell order for users, from which they can buy. */
export function SellOrderPage({ id }: { id: string }) {
  const say = useSay();
  const query = useOffer(id);
  useDocumentTitle(query.data?.title ?? say('sellOrder.offer'));
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />}>
      {(order) => <Offer order={order} />}
    </Loaded>
  );
}

/** Shows a sell order to a user. The buy button is disabled, with the reason, if the order cannot be bought now. */
function Offer({ order }: { order: MarketplaceOrder }) {
  const say = useSay();
  const refusal = whyNotBuyable(order, useSellOrderStatus(order));
  const sign = <IconShoppingCart size={16} aria-hidden />;
  return (
    <>
      <SellOrderHead
        order={order}
        role="user"
        actions={
          refusal ? (
            <ReasonButton reason={NOT_BUYABLE[refusal]} leftSection={sign}>
              {say('buyOrder.buy')}
            </ReasonButton>
          ) : (
            <Button component={Link} to={paths.buy(order.id)} leftSection={sign}>
              {say('buyOrder.buy')}
            </Button>
          )
        }
      />
      <SellOrderView role="user" order={order} />
    </>
  );
}
