import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnBuyOrder } from '#contract/marketplace/buy-order.ts';
import { type MarketplaceOrder, placeBuyOrder, type BuyOrderReview } from '#contract/marketplace/marketplace.ts';
import { textOfCents } from '#domain/basics/price.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SelectField } from '#web/design/fields/select-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';
import { useForm } from '#web/design/forms/use-form.ts';
import { BeneficiaryFields } from '#web/holding/beneficiary-fields.tsx';
import { ClaimFields } from '#web/holding/claim-fields.tsx';
import {
  costOfDraft,
  NOT_BUYABLE,
  whyNotBuyable,
  judgeDraft,
  newDraft,
  orderOf,
} from '#web/marketplace/buying/buy-draft.ts';
import { useSellOrderStatus } from '#web/marketplace/order-badges.tsx';
import { OrderSums } from '#web/marketplace/order-costs.tsx';
import { QuantityMeter } from '#web/marketplace/quantity-meter.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import { api } from '#web/platform/calls/api.ts';
import { useRequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import { formatQuantity } from '#web/platform/format/format.ts';
import { useSay, useErrorText } from '#web/platform/phrases/phrase.ts';
import { SETTLEMENT_TERMS_KEY } from '#web/settlement/terms-query.ts';
import type { SettlementTerms } from '#domain/settlement/terms.ts';
import css from './buy.module.css';

type Props = { order: MarketplaceOrder; buying: Buying };

/** The quantity, the company and the choice of retirement, with the cost beside them. */
export function BuyForm({ order, buying }: Props) {
  const say = useSay();
  const { form, place, review } = buying;
  const company = order.buyers.find(({ accountId }) => accountId === form.values.accountId);
  const refusal = whyNotBuyable(order, useSellOrderStatus(order)) ?? company?.refusal ?? undefined;
  const cost = costOfDraft(order, form.values.quantity);
  const costs = {
    ...order,
    quantity: cost ? form.values.quantity : null,
    amount: cost ? textOfCents(cost.amountCents) : null,
    buyerFee: cost ? textOfCents(cost.buyerFeeCents) : null,
    total: cost ? textOfCents(cost.totalCents) : null,
  };
  return (
    <CheckedForm form={form} error={place.error} isBusy={refusal !== undefined} onSend={review} className={css.fill}>
      <div className={css.sheet}>
        <HowMany order={order} buying={buying} />
        <ForWhom order={order} buying={buying} />
      </div>
      <aside className={css.summary} aria-label={say('buyOrder.summary')}>
        <QuantityMeter order={order} />
        <OrderSums costs={costs} />
        <NotPlaced error={place.error} />
        {refusal && <Closed refusal={refusal} />}
        <ReasonButton type="submit" size="md" reason={refusal && NOT_BUYABLE[refusal]}>
          {say('buyOrder.review')}
        </ReasonButton>
      </aside>
    </CheckedForm>
  );
}

/** Shows why no order can be placed. */
export function Closed({ refusal }: { refusal: NonNullable<ReturnType<typeof whyNotBuyable>> }) {
  const say = useSay();
  return (
    <p className={css.wrong} role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      {say(NOT_BUYABLE[refusal])}
    </p>
  );
}

/**
 * Shows the quantity field and its rules, so that the user knows the rules before an order is rejected
 * (docs/rules.md#buy-orders).
 */
function HowMany({ order, buying: { form } }: Props) {
  const say = useSay();
  const { minimumPurchaseQuantity: minimum, maxBuyOrderRecQuantity, remainingQuantity: remaining } = order;
  const quantity = form.field('quantity');
  const most = Math.min(maxBuyOrderRecQuantity, remaining);
  const offered = [
    { recs: minimum, label: say('buyOrder.takeMinimum', { quantity: formatQuantity(minimum) }) },
    { recs: most, label: say('buyOrder.takeMost', { quantity: formatQuantity(most) }) },
  ].filter(({ recs }) => recs >= minimum && recs <= most);
  return (
    <FormSection title="buyOrder.howMany" hint="buyOrder.howManyHint">
      <Wide>
        <NumberField
          {...quantity}
          label="marketplace.quantity"
          help={{
            text: say('buyOrder.quantityHelp', {
              minimum: formatQuantity(minimum),
              maximum: formatQuantity(maxBuyOrderRecQuantity),
              remaining: formatQuantity(remaining),
            }),
          }}
          suffix={say('unit.recs')}
          isRequired
          autoFocus
        />
        <div className={css.offered}>
          {offered.map(({ recs, label }) => (
            <Button key={label} size="compact-sm" variant="light" onClick={() => form.set('quantity', recs)}>
              {label}
            </Button>
          ))}
        </div>
      </Wide>
    </FormSection>
  );
}

/** Asks which company buys the RECs, and whether the RECs are retired when the order is approved. */
function ForWhom({ order, buying: { form } }: Props) {
  const say = useSay();
  const { value, onChange, ...field } = form.field('isRetired');
  const choices = order.buyers.map(({ accountId, companyName, refusal }) => ({
    value: accountId,
    label: refusal ? `${companyName} – ${say(NOT_BUYABLE[refusal])}` : companyName,
  }));
  return (
    <FormSection title="buyOrder.forWhom" hint="buyOrder.forWhomHint">
      {choices.length > 1 && (
        <Wide>
          <SelectField
            {...form.field('accountId')}
            onChange={(accountId) => {
              form.set('accountId', accountId ?? '');
              // The saved beneficiary belongs to the company chosen before, so it is reset.
              form.set('beneficiaryId', null);
            }}
            label="auction.registerAccount"
            isRequired
            choices={choices}
          />
        </Wide>
      )}
      <Wide>
        <ChoiceField
          {...field}
          value={value ? 'retire' : 'hold'}
          onChange={(choice) => onChange(choice === 'retire')}
          label="buyOrder.onApproval"
          help={value ? 'buyOrder.retireHelp' : 'buyOrder.holdHelp'}
          choices={[
            { value: 'hold', label: say('buyOrder.hold') },
            { value: 'retire', label: say('buyOrder.retire') },
          ]}
        />
      </Wide>
      {value && (
        <>
          <BeneficiaryFields key={form.values.accountId} form={form} accountId={form.values.accountId} />
          <ClaimFields form={{ ...form }} />
        </>
      )}
    </FormSection>
  );
}

/** The order and the terms of settlement that the buyer saw in the review. */
type Confirmed = { readonly review: BuyOrderReview; readonly settlementTerms: SettlementTerms };

/** Returns the state of a purchase: the form, the review and the placed order. After a refusal, the input is kept. */
export function useBuying(order: MarketplaceOrder) {
  const queryClient = useQueryClient();
  const keys = useRequestKeys();
  const form = useForm(newDraft(order), judgeDraft(order), { keptAs: 'buy' });
  const [isReviewing, setIsReviewing] = useState(false);
  const [placed, setPlaced] = useState<OwnBuyOrder>();
  const askAgain = () =>
    Promise.all(
      ['sell-order', 'sell-orders', 'buy-orders', 'beneficiaries', ...SETTLEMENT_TERMS_KEY].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
  const place = useChange({
    send: ({ review: { total, parts }, settlementTerms }: Confirmed) => {
      const reviewed = { total, parts: parts.map(({ sellOrderItemId, quantity }) => ({ sellOrderItemId, quantity })) };
      const body = { ...orderOf(form.values), reviewed, settlementTerms };
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
      // If a field is refused, the review closes, so that the user can correct the field in the form.
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
/** The state of a purchase (`useBuying`). */
export type Buying = ReturnType<typeof useBuying>;

/** Tells that nothing was ordered, and why. The input is kept. */
export function NotPlaced({ error }: { error: ApiError | null }) {
  const say = useSay();
  const textOf = useErrorText();
  if (!error) return null;
  const [first] = Object.values(error.fields);
  return (
    <p className={css.wrong} role="alert">
      <IconAlertTriangle size={17} aria-hidden />
      <span>
        <strong>{say('buyOrder.notPlaced')}</strong> {textOf(first ?? error)}
      </span>
    </p>
  );
}
