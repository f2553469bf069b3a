import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import type { MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { whyNotBuyable } from '#web/marketplace/buying/buy-draft.ts';
import { BuyForm, Closed } from '#web/marketplace/buying/buy-form.tsx';
import { BuyReview } from '#web/marketplace/buying/buy-review.tsx';
import { useBuying } from '#web/marketplace/buying/use-buying.ts';
import { SellOrderBadge, SellOrderTime, useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { OrderSkeleton } from '#web/marketplace/order-skeleton.tsx';
import { OrderSums } from '#web/marketplace/order-sums.tsx';
import { useOffer } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './buy.module.css';

/** Buying from a sell order: how many and for whom, the review, and that it was placed. */
export function BuyPage({ id }: { id: string }) {
  const say = useSay();
  const query = useOffer(id);
  useDocumentTitle(query.data ? say('buyOrder.buyOf', { title: query.data.title }) : say('buyOrder.buy'));
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />}>
      {(order) => <Buy order={order} />}
    </Loaded>
  );
}

const STEPS = ['buyOrder.stepFill', 'buyOrder.stepReview', 'buyOrder.stepPlaced'] as const;

function Buy({ order }: { order: MarketplaceOrder }) {
  const say = useSay();
  const buying = useBuying(order);
  const { form, placed, isReviewing } = buying;
  useLeaveGuard(form.isDirty && !placed, isReviewing && !buying.place.isPending ? buying.change : undefined);
  const refusal = whyNotBuyable(order, useSellOrderStatus(order));
  // What was typed stays: another buyer's order may be rejected.
  const isClosed = refusal !== undefined && !form.isDirty && !placed && !isReviewing;
  const done = placed ? STEPS.length : isReviewing ? 1 : 0;
  return (
    <>
      <PageTitle
        title={{ text: say('buyOrder.buyOf', { title: order.title }) }}
        back={{ to: paths.sellOrder('user', order.id), label: 'sellOrder.backToOffer' }}
        beside={
          <>
            <SellOrderBadge order={order} role="user" />
            <SellOrderTime order={order} />
          </>
        }
        note={<CompanyName of={order.seller} />}
      />
      <div className={css.page}>
        {!isClosed && <Steps label="buyOrder.steps" steps={STEPS} done={done} />}
        {isClosed ? (
          <Closed refusal={refusal} />
        ) : placed ? (
          <BuyPlaced placed={placed} />
        ) : isReviewing ? (
          <BuyReview order={order} buying={buying} />
        ) : (
          <BuyForm order={order} buying={buying} />
        )}
      </div>
    </>
  );
}

/** The buy order is placed: what it is called, what comes next, and where it can be followed. */
function BuyPlaced({ placed }: { placed: OwnBuyOrder }) {
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
