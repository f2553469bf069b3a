import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { type MarketplaceOrder, reviewBuyOrder } from '#contract/marketplace/marketplace.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Steps } from '#web/design/forms/steps.tsx';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { PageTitle } from '#web/design/layout/page-title.tsx';
import { useDocumentTitle } from '#web/design/layout/use-document-title.ts';
import { whyNotBuyable, type BuyDraft } from '#web/marketplace/buying/buy-draft.ts';
import { BuyForm, Closed, useBuying, type Buying, NotPlaced } from '#web/marketplace/buying/buy-form.tsx';
import { SellOrderBadge, SellOrderTime, useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { OrderSkeleton } from '#web/marketplace/sell-order-head.tsx';
import { OrderSums, PartTable } from '#web/marketplace/order-costs.tsx';
import { useOffer } from '#web/marketplace/sell-order-queries.ts';
import { paths } from '#web/paths.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRegisteredName } from '#web/platform/session/profile.ts';
import { settlementTermsQuery } from '#web/settlement/terms-query.ts';
import { LoadedTerms } from '#web/settlement/terms-text.tsx';
import css from './buy.module.css';

/** The page for buying from a sell order: the form, the review, and the confirmation. */
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

/** The names of the three steps of a purchase, for the bar above the form. */
const STEPS = ['buyOrder.stepFill', 'buyOrder.stepReview', 'buyOrder.stepPlaced'] as const;

/**
 * Shows the current step of the purchase: the form, the review, or the placed order. Leaving the page with unsaved
 * input asks for confirmation. In the review, the browser's Back leads to the form. If nothing can be bought, the page
 * says why.
 */
function Buy({ order }: { order: MarketplaceOrder }) {
  const say = useSay();
  const buying = useBuying(order);
  const { form, placed, isReviewing } = buying;
  useLeaveGuard(form.isDirty && !placed, isReviewing && !buying.place.isPending ? buying.change : undefined);
  const refusal = whyNotBuyable(order, useSellOrderStatus(order));
  // A form with input stays: RECs may become available again when another buyer's order is rejected.
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

/** Shows that the buy order was placed: its reference, the next step, and a link to the order. */
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

type Props = { order: MarketplaceOrder; buying: Buying };

/**
 * Shows the order for review, as the server calculates it now: its items, cost and beneficiary. A review reserves no
 * RECs.
 */
function BuyReview({ order, buying: { form, place, change } }: Props) {
  const say = useSay();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { accountId, quantity } = form.values;
  const company = order.buyers.find((buyer) => buyer.accountId === accountId)?.companyName ?? '';
  const query = { accountId, quantity: quantity ?? 0 };
  const { data, error, refetch } = useQuery(
    // The key starts with the sell order's key, so a change of the sell order also reloads the review.
    readQuery(['sell-order', 'user', order.id, 'review', query], reviewBuyOrder, { params: { id: order.id }, query }),
  );
  const terms = useQuery(settlementTermsQuery('sellOrder', 'user', order.id));
  const refusal = error && asApiError(error);
  const isRefused = refusal !== null && refusal.status < 500 && refusal.status >= 400;
  if (refusal && !isRefused && !data) return <ErrorState error={refusal} onRetry={() => void refetch()} />;
  return (
    <section className={css.review} aria-labelledby="buy-review">
      <h2 className={css.title} id="buy-review" ref={title} tabIndex={-1}>
        {say('buyOrder.stepReview')}
      </h2>
      <p className={css.quiet}>{say('buyOrder.reviewHint')}</p>
      {!isRefused && <PartTable parts={data?.parts} />}
      <p className={css.for}>
        <span className={css.quiet}>{say('marketplace.buyer')}</span> {company}
        <br />
        <span className={css.quiet}>{say('buyOrder.onApproval')}</span> <Fate draft={form.values} />
      </p>
      <h3 className={css.subtitle}>{say('settlement.terms')}</h3>
      <LoadedTerms owner="sellOrder" role="user" id={order.id} />
      <div className={css.end}>
        {data && !isRefused && <OrderSums costs={data} />}
        {/* Placing the order reserves RECs, so a review that reloads now may fail. Its error is hidden. */}
        <NotPlaced error={place.error ?? (isRefused && !place.isPending ? refusal : null)} />
        <div className={css.buttons}>
          <Button variant="default" size="md" disabled={place.isPending} onClick={change}>
            {say('action.change')}
          </Button>
          <Button
            size="md"
            loading={place.isPending}
            disabled={!data || !terms.data || isRefused}
            onClick={() => data && terms.data && place.run({ review: data, settlementTerms: terms.data })}
          >
            {say('buyOrder.place')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Shows what happens to the RECs after an admin has approved the order. */
function Fate({ draft }: { draft: BuyDraft }) {
  const say = useSay();
  const company = useRegisteredName(draft.accountId);
  const { isRetired, choice, name, savedName } = draft;
  if (!isRetired) return say('buyOrder.hold');
  const beneficiary = choice === 'own' ? company : choice === 'saved' ? savedName : name.trim();
  return say('buyOrder.retireFor', { name: beneficiary });
}
