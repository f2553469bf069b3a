import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder, type BuyOrderReview, type MarketplaceOrder } from '#contract/marketplace/marketplace.ts';
import { useForm } from '#web/design/forms/use-form.ts';
import { judgeDraft, newDraft, orderOf } from '#web/marketplace/buying/buy-draft.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** A buy order from filling it in to having it placed; whatever is refused, what was typed stays. */
export function useBuying(order: MarketplaceOrder) {
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const form = useForm(newDraft(order), judgeDraft(order), { keptAs: 'buy' });
  const [isReviewing, setIsReviewing] = useState(false);
  const [placed, setPlaced] = useState<OwnBuyOrder>();
  const askAgain = () =>
    Promise.all(
      ['sell-order', 'sell-orders', 'buy-orders', 'beneficiaries'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const place = useChange({
    send: ({ total, parts }: BuyOrderReview) => {
      const reviewed = { total, parts: parts.map(({ sellOrderItemId, quantity }) => ({ sellOrderItemId, quantity })) };
      const body = { ...orderOf(form.values), reviewed };
      return api(placeBuyOrder, { params: { id: order.id }, body, key: keys.keyFor(body) });
    },
    onDone: (made) => {
      form.reset(form.values);
      setPlaced(made);
      void askAgain();
    },
    onRefused: (error) => {
      keys.takeRefused(error);
      form.refuse(
        Object.fromEntries(Object.entries(error.fields).map(([name, why]) => [name.split('.').pop() ?? name, why])),
      );
      // What is wrong with a field is put right where the fields are.
      if (Object.keys(error.fields).length > 0) setIsReviewing(false);
      void askAgain();
    },
  });
  const review = () => {
    place.reset();
    setIsReviewing(true);
  };
  return { form, place, placed, isReviewing, review, change: () => setIsReviewing(false) };
}
export type Buying = ReturnType<typeof useBuying>;
