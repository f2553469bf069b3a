import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { OrderSums } from '#web/marketplace/order-sums.tsx';
import { paths } from '#web/paths.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './buy.module.css';

/** The buy order is placed: what it is called, what comes next, and where it can be followed. */
export function BuyPlaced({ placed }: { placed: OwnBuyOrder }) {
  const say = useSay();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={css.review} aria-labelledby="buy-placed">
      <h2 className={css.title} id="buy-placed" ref={title} tabIndex={-1}>
        <IconCircleCheck size={22} className={css.good} aria-hidden />
        {say('buyOrder.placedTitle', { reference: placed.reference })}
      </h2>
      <p className={css.words}>{say('buyOrder.placedText', { quantity: placed.quantity })}</p>
      <div className={css.end}>
        <OrderSums costs={placed} />
        <div className={css.buttons}>
          <Button variant="default" size="md" component={Link} to={paths.marketplace('user')}>
            {say('buyOrder.toMarketplace')}
          </Button>
          <Button size="md" component={Link} to={paths.buyOrder('user', placed.id)}>
            {say('buyOrder.view')}
          </Button>
        </div>
      </div>
    </section>
  );
}
