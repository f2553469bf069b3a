import { useEffect } from 'react';
import { createAuction, updateAuction, type Auction } from '#contract/auction.ts';
import { RecurrenceSection } from '#web/auction-editor/recurrence-section.tsx';
import { ScheduleSection } from '#web/auction-editor/schedule-section.tsx';
import { BasicsSection, FeesSection, QuantitiesSection } from '#web/auction-editor/settings-fields.tsx';
import { judgeForm, NEW_SETTINGS, settingsOf, settingsRequest } from '#web/auction-editor/settings-form.ts';
import { SoftCloseSection } from '#web/auction-editor/soft-close-section.tsx';
import { FormSheet } from '#web/design/form-sheet.tsx';
import { SaveBar } from '#web/design/save-bar.tsx';
import { useForm } from '#web/design/use-form.ts';
import { useLeaveGuard } from '#web/design/use-leave-guard.ts';
import { api } from '#web/platform/api.ts';
import { nowMs } from '#web/platform/clock.ts';
import { useRequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';

type Props = {
  /** Absent while it is being created. */
  auction?: Auction;
  isClosed?: boolean;
  onSaved: (auction: Auction) => void;
  /** Told whether something typed isn't saved yet. */
  onDirty?: (isDirty: boolean) => void;
};

/** The settings of an auction, new or stored; the domain's own rules judge them here and on the server. */
export function SettingsTab({ auction, isClosed = false, onSaved, onDirty }: Props) {
  const form = useForm(auction ? settingsOf(auction) : NEW_SETTINGS, judgeForm(auction, nowMs));
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => {
      const body = settingsRequest(form.values);
      return auction
        ? api(updateAuction, { params: { id: auction.id }, body })
        : api(createAuction, { body, key: keys.keyFor(body) });
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
  useStoredValues(auction, form);
  const part = { form, auction, isClosed };
  const bar = { isDirty, isPending, ...(!auction && { isNew: true, submit: 'auction.saveAndAddItems' as const }) };
  return (
    <FormSheet
      form={form}
      error={error}
      isBusy={isPending || isClosed}
      onSend={() => run()}
      foot={!isClosed && <SaveBar {...bar} />}
    >
      <BasicsSection {...part} />
      <ScheduleSection {...part} />
      <SoftCloseSection {...part} />
      {!auction?.rehearsalOf && <RecurrenceSection {...part} />}
      <QuantitiesSection {...part} />
      <FeesSection {...part} />
    </FormSheet>
  );
}

/** Somebody else's change appears as long as nothing was typed here; what was typed is never overwritten. */
function useStoredValues(auction: Auction | undefined, form: ReturnType<typeof useForm<typeof NEW_SETTINGS>>): void {
  const stored = auction && JSON.stringify(settingsOf(auction));
  const isSame = stored === JSON.stringify(form.values);
  const { isDirty, reset } = form;
  useEffect(() => {
    if (stored && !isSame && !isDirty) reset(JSON.parse(stored) as typeof NEW_SETTINGS);
    // Only a new stored state is a reason to look.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored]);
}
