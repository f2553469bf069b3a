import type { MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { whyNotBuyable } from '#web/marketplace/buying/buy-draft.ts';
import { BuyForm, Closed } from '#web/marketplace/buying/buy-form.tsx';
import { BuyPlaced } from '#web/marketplace/buying/buy-placed.tsx';
import { BuyReview } from '#web/marketplace/buying/buy-review.tsx';
import { OrderSkeleton } from '#web/marketplace/order-skeleton.tsx';
import { SellOrderBadge, SellOrderTime, useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { useOffer } from '#web/marketplace/sell-order-queries.ts';
import { useBuying } from '#web/marketplace/buying/use-buying.ts';
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
