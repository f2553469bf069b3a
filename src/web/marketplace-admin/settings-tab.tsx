import { useQueryClient } from '@tanstack/react-query';
import { createSellOrder, updateSellOrder, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { platformDecimals } from '#domain/basics/currency.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import {
  BENEFICIARY_DEFAULTS,
  SELL_ORDER_DESCRIPTION_LENGTH_MAX,
  SELL_ORDER_TITLE_LENGTH_MAX,
} from '#domain/marketplace/judge-sell-order.ts';
import { AccountField } from '#web/auction-editor/settings/account-field.tsx';
import { DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { helpOnTerm } from '#web/design/feedback/term.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { ChoiceField } from '#web/design/fields/switch-field.tsx';
import { TextAreaField, TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { StoredFormSheet } from '#web/design/forms/stored-form-sheet.tsx';
import type { Form } from '#web/design/forms/use-form.ts';
import {
  SELL_ORDER_LABELS,
  judgeSettingsForm,
  NEW_SELL_ORDER,
  settingsOf,
  settingsRequest,
  type SellOrderSettings,
} from '#web/marketplace-admin/sell-order-settings.ts';
import { sellOrderQuery } from '#web/marketplace/sell-order-queries.ts';
import { api, timeZone } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatQuantity, formatZone } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

type Props = {
  /** The stored sell order. Absent while a new one is created. */
  order?: AdminSellOrder;
  isClosed?: boolean;
  onSaved: (order: AdminSellOrder) => void;
  /** Reports whether there is unsaved input. */
  onDirty?: (isDirty: boolean) => void;
};

/** The settings of a sell order, new or stored. The form and the server check the settings with the same rules. */
export function SettingsTab({ order, isClosed = false, onSaved, onDirty }: Props) {
  const queryClient = useQueryClient();
  const fresh = order && (() => queryClient.fetchQuery({ ...sellOrderQuery(order.id), staleTime: 0 }));
  return (
    <StoredFormSheet
      stored={order}
      empty={NEW_SELL_ORDER}
      valuesOf={settingsOf}
      judge={judgeSettingsForm(order)}
      labels={SELL_ORDER_LABELS}
      send={(values, keys, seen) => {
        const body = settingsRequest(values);
        return order
          ? api(updateSellOrder, { params: { id: order.id }, body: { ...body, version: seen?.version } })
          : api(createSellOrder, { body, key: keys.keyFor(body) });
      }}
      {...(fresh && { fresh })}
      isClosed={isClosed}
      onSaved={onSaved}
      onDirty={onDirty}
      submit={order ? undefined : 'auction.saveAndAddItems'}
    >
      {(form) => (
        <>
          <Basics {...{ form, order, isClosed }} />
          <Terms {...{ form, isClosed }} />
          <Fees {...{ form, isClosed }} />
          <End {...{ form, isClosed }} />
        </>
      )}
    </StoredFormSheet>
  );
}

type FieldsProps = {
  form: Form<SellOrderSettings>;
  order?: AdminSellOrder | undefined;
  /** True if the sell order is over, so that nothing can be changed. */
  isClosed: boolean;
};

function Basics({ form, order, isClosed }: FieldsProps) {
  const say = useSay();
  const language = useLanguage();
  const hasItems = (order?.items.length ?? 0) > 0;
  return (
    <FormSection title="auction.basics" hint="sellOrder.basicsHint">
      <Wide>
        <TextField
          {...form.field('title')}
          label="marketplace.title"
          help={{ text: say('sellOrder.titleHelp', { maximum: SELL_ORDER_TITLE_LENGTH_MAX }) }}
          isRequired
          isDisabled={isClosed}
          autoFocus={!order}
        />
      </Wide>
      <Wide>
        <AccountField
          {...form.field('sellerAccountId')}
          label="marketplace.seller"
          help="sellOrder.sellerHelp"
          isDisabled={isClosed || hasItems}
          {...(hasItems && !isClosed && { disabledReason: 'error.locked_while_items_exist' })}
          present={order && { value: order.seller.accountId, label: companyNameIn(language, order.seller) }}
        />
      </Wide>
      <Wide>
        <TextAreaField
          {...form.field('description')}
          label="item.description"
          help={{
            text: `${say('sellOrder.descriptionHelp')} ${formatQuantity(form.values.description.length)} / ${formatQuantity(SELL_ORDER_DESCRIPTION_LENGTH_MAX)}`,
          }}
          isDisabled={isClosed}
        />
      </Wide>
    </FormSection>
  );
}

function Terms({ form, isClosed }: FieldsProps) {
  const say = useSay();
  const quantity = { suffix: say('unit.recs'), isRequired: true, isDisabled: isClosed };
  return (
    <FormSection title="sellOrder.terms" hint="sellOrder.termsHint">
      <Wide>
        <NumberField
          {...form.field('unitPrice')}
          label="marketplace.unitPrice"
          help="sellOrder.unitPriceHelp"
          digits={platformDecimals()}
          prefix={env().currency}
          isRequired
          isDisabled={isClosed}
        />
      </Wide>
      <NumberField
        {...form.field('minimumPurchaseQuantity')}
        label="sellOrder.minimumPurchase"
        help="sellOrder.minimumPurchaseHelp"
        {...quantity}
      />
      <NumberField
        {...form.field('maxBuyOrderRecQuantity')}
        label="sellOrder.maximumPerOrder"
        help="sellOrder.maximumPerOrderHelp"
        {...quantity}
      />
    </FormSection>
  );
}

function Fees({ form, isClosed }: FieldsProps) {
  return (
    <FormSection title="sellOrder.fees" hint="sellOrder.feesHint">
      {(['seller', 'buyer'] as const).map((side) => (
        <NumberField
          key={side}
          {...form.field(`${side}ProcessingFee`)}
          label={`auction.${side}Fee`}
          help={helpOnTerm(`sellOrder.${side}FeeHelp`, 'processingFee')}
          digits={2}
          suffix="%"
          isRequired
          isDisabled={isClosed}
        />
      ))}
    </FormSection>
  );
}

function End({ form, isClosed }: FieldsProps) {
  const say = useSay();
  return (
    <FormSection title="sellOrder.endAndRetirement" hint="sellOrder.endAndRetirementHint">
      <DateTimeField
        {...form.field('endTime')}
        label="marketplace.endTime"
        help={{ text: `${say('sellOrder.endHelp')} ${timeZone().replaceAll('_', ' ')}, ${formatZone(nowMs())}` }}
        earliest={new Date(nowMs())}
        usualTime="17:00"
        isDisabled={isClosed}
      />
      <Wide>
        <ChoiceField
          {...form.field('beneficiaryDefault')}
          label="sellOrder.beneficiaryDefault"
          help={helpOnTerm(`sellOrder.beneficiaryDefaults.${form.values.beneficiaryDefault}Help`, 'beneficiary')}
          isDisabled={isClosed}
          choices={BENEFICIARY_DEFAULTS.map((one) => ({
            value: one,
            label: say(`sellOrder.beneficiaryDefaults.${one}`),
          }))}
        />
      </Wide>
    </FormSection>
  );
}
