import { useEffect } from 'react';
import { createSellOrder, updateSellOrder, type AdminSellOrder } from '#contract/sell-order.ts';
import { FormSheet } from '#web/design/form-sheet.tsx';
import { SaveBar } from '#web/design/save-bar.tsx';
import { useForm, type Form } from '#web/design/use-form.ts';
import { useLeaveGuard } from '#web/design/use-leave-guard.ts';
import { SettingsFields } from '#web/marketplace-admin/settings-fields.tsx';
import {
  judgeSettingsForm,
  NEW_SELL_ORDER,
  settingsOf,
  settingsRequest,
  type SellOrderSettings,
} from '#web/marketplace-admin/settings-form.ts';
import { api } from '#web/platform/api.ts';
import { nowMs } from '#web/platform/clock.ts';
import { useRequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';

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
  const form = useForm(order ? settingsOf(order) : NEW_SELL_ORDER, judgeSettingsForm(order, nowMs));
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => {
      const body = settingsRequest(form.values);
      return order
        ? api(updateSellOrder, { params: { id: order.id }, body })
        : api(createSellOrder, { body, key: keys.keyFor(body) });
    },
    onDone: (saved) => {
      form.reset(settingsOf(saved));
      onSaved(saved);
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  const isDirty = form.isDirty && !isClosed;
  useLeaveGuard(isDirty && !isPending);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useStoredValues(order, form);
  const bar = { isDirty, isPending, ...(!order && { isNew: true, submit: 'auction.saveAndAddItems' as const }) };
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={isPending || isClosed}
      onSend={() => run()}
      foot={!isClosed && <SaveBar {...bar} />}
    >
      <SettingsFields form={form} order={order} isClosed={isClosed} />
    </FormSheet>
  );
}

/** Somebody else's change appears as long as nothing was typed here; what was typed is never overwritten. */
function useStoredValues(order: AdminSellOrder | undefined, form: Form<SellOrderSettings>): void {
  const stored = order && JSON.stringify(settingsOf(order));
  const isSame = stored === JSON.stringify(form.values);
  const { isDirty, reset } = form;
  useEffect(() => {
    if (stored && !isSame && !isDirty) reset(JSON.parse(stored) as SellOrderSettings);
    // Only a new stored state is a reason to look.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored]);
}
