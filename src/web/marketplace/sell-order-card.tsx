import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SellOrderSummary } from '#contract/marketplace/sell-order.ts';
import { AuctionPicture } from '#web/auction/auction-picture.tsx';
import { ItemNames } from '#web/auction/item-names.tsx';
import { SellOrderBadge, SellOrderTime } from '#web/marketplace/order-badges.tsx';
import { QuantityMeter } from '#web/marketplace/quantity-meter.tsx';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import css from './sell-order-card.module.css';

/** A sell order among others; its ways in come from the list that it stands in. */
export function SellOrderCard({ order, role, children }: { order: SellOrderSummary; role: Role; children: ReactNode }) {
  const say = useSay();
  const detail = paths.sellOrder(role, order.id);
  return (
    <article className={css.card}>
      {/* The title is the same link, for those who do not see the picture. */}
      <Link to={detail} className={css.picture} tabIndex={-1} aria-hidden>
        <AuctionPicture auction={order} />
      </Link>
      <header className={css.head}>
        <SellOrderBadge order={order} role={role} />
        <SellOrderTime order={order} />
      </header>
      <h2 className={css.title}>
        <Link to={detail} className="title-link">
          {order.title}
        </Link>
      </h2>
      <p className={css.quiet}>
        <CompanyName of={order.seller} />
      </p>
      <p className={css.price}>
        {env().currency} <strong>{formatAmount(order.unitPrice)}</strong>{' '}
        <span className={css.quiet}>{say('sellOrder.perRec')}</span>
      </p>
      <QuantityMeter order={order} />
      <p className={css.quiet}>{useOrderBounds(order)}</p>
      <ItemNames names={order.itemNames} count={order.itemCount} />
      <footer className={css.foot}>{children}</footer>
    </article>
  );
}

/** How many RECs one buy order can be for. */
export function useOrderBounds(
  order: Pick<SellOrderSummary, 'minimumPurchaseQuantity' | 'maxBuyOrderRecQuantity'>,
): string {
  return useSay()('sellOrder.boundsPerOrder', {
    minimum: formatQuantity(order.minimumPurchaseQuantity),
    maximum: order.maxBuyOrderRecQuantity,
  });
}
