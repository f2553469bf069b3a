import { useQueryClient } from '@tanstack/react-query';
import { createSellOrder, updateSellOrder, type AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { FormSheet } from '#web/design/forms/form-sheet.tsx';
import { SaveBar } from '#web/design/forms/save-bar.tsx';
import { useStoredForm } from '#web/design/forms/use-stored-form.ts';
import { sellOrderQuery } from '#web/marketplace/sell-order-queries.ts';
import { SettingsFields } from '#web/marketplace-admin/settings-fields.tsx';
import {
  judgeSettingsForm,
  NEW_SELL_ORDER,
  settingsOf,
  settingsRequest,
} from '#web/marketplace-admin/settings-form.ts';
import { api } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';

type Props = {
  /** Absent while it is being created. */
  order?: AdminSellOrder;
  isClosed?: boolean;
  onSaved: (order: AdminSellOrder) => void;
  /** Told whether something typed isn't saved yet. */
  onDirty?: (isDirty: boolean) => void;
};

/** The settings of a sell order, new or stored; the domain's own rules judge them here and on the server. */
export function SettingsTab({ order, isClosed = false, onSaved, onDirty }: Props) {
  const queryClient = useQueryClient();
  const { form, run, isPending, error, isDirty, overtaken } = useStoredForm({
    stored: order,
    empty: NEW_SELL_ORDER,
    valuesOf: settingsOf,
    judge: judgeSettingsForm(order, nowMs),
    send: (values, keys) => {
      const body = settingsRequest(values);
      return order
        ? api(updateSellOrder, { params: { id: order.id }, body })
        : api(createSellOrder, { body, key: keys.keyFor(body) });
    },
    ...(order && { fresh: () => queryClient.fetchQuery({ ...sellOrderQuery(order.id), staleTime: 0 }) }),
    isClosed,
    onSaved,
    onDirty,
  });
  const bar = { isDirty, isPending, ...(!order && { isNew: true, submit: 'auction.saveAndAddItems' as const }) };
  return (
    <FormSheet
      form={form}
      error={error}
      overtaken={overtaken}
      isBusy={isPending || isClosed}
      onSend={run}
      foot={!isClosed && <SaveBar {...bar} />}
    >
      <SettingsFields form={form} order={order} isClosed={isClosed} />
    </FormSheet>
  );
}
