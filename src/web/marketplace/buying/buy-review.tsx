import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reviewBuyOrder, type MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { ErrorState } from '#web/design/feedback/empty-state.tsx';
import type { BuyDraft } from '#web/marketplace/buying/buy-draft.ts';
import { NotPlaced } from '#web/marketplace/buying/not-placed.tsx';
import { OrderSums } from '#web/marketplace/order-sums.tsx';
import { PartTable } from '#web/marketplace/buy-orders/part-table.tsx';
import type { Buying } from '#web/marketplace/buying/use-buying.ts';
import { api } from '#web/platform/calls/api.ts';
import { asApiError } from '#web/platform/calls/api-error.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { useRegisteredName } from '#web/platform/session/profile.ts';
import css from './buy.module.css';

type Props = { order: MarketplaceOrder; buying: Buying };

/** What would be ordered, as the server reckons it now: from which items, what it costs, for whom. Nothing is reserved yet. */
export function BuyReview({ order, buying: { form, place, change } }: Props) {
  const say = useSay();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { accountId, quantity } = form.values;
  const company = order.buyers.find((buyer) => buyer.accountId === accountId)?.companyName ?? '';
  const query = { accountId, quantity: quantity ?? 0 };
  const { data, error, refetch } = useQuery({
    // Under the sell order's name, so that it is reckoned anew whenever that changes.
    queryKey: ['sell-order', 'user', order.id, 'review', query],
    queryFn: ({ signal }) => api(reviewBuyOrder, { params: { id: order.id }, query, signal }),
    meta: { silent: true },
  });
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
      <div className={css.end}>
        {data && !isRefused && <OrderSums costs={data} />}
        {/* While the own order is under way, it may itself be why nothing is left. */}
        <NotPlaced error={place.error ?? (isRefused && !place.isPending ? refusal : null)} />
        <div className={css.buttons}>
          <Button variant="default" size="md" disabled={place.isPending} onClick={change}>
            {say('action.change')}
          </Button>
          <Button
            size="md"
            loading={place.isPending}
            disabled={!data || isRefused}
            onClick={() => data && place.run(data)}
          >
            {say('buyOrder.place')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** What becomes of the RECs once an admin approves. */
function Fate({ draft }: { draft: BuyDraft }) {
  const say = useSay();
  const company = useRegisteredName(draft.accountId);
  const { isRetired, choice, name, savedName } = draft;
  if (!isRetired) return say('buyOrder.hold');
  const beneficiary = choice === 'own' ? company : choice === 'saved' ? savedName : name.trim();
  return say('buyOrder.retireFor', { name: beneficiary });
}
