import { SOFT_CLOSE_DEFAULT, SOFT_CLOSE_MAX, SOFT_CLOSE_MINUTES_MAX } from '#domain/auction/soft-close.ts';
import type { SettingsPart } from '#web/auction-editor/settings/settings-fields.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SwitchField } from '#web/design/fields/switch-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';

/** Soft close is off where neither figure is there (rules 3). */
export function SoftCloseSection({ form, isClosed }: SettingsPart) {
  const { softCloseMinutes, softCloseMaximum } = form.values;
  const isOn = softCloseMinutes !== null || softCloseMaximum !== null;
  const { onBlur } = form.field('softCloseMinutes');
  const turn = (on: boolean) => {
    form.set('softCloseMinutes', on ? SOFT_CLOSE_DEFAULT.minutes : null);
    form.set('softCloseMaximum', on ? SOFT_CLOSE_DEFAULT.maximum : null);
  };
  return (
    <FormSection title="auction.softClose" hint="auction.softCloseHint">
      <Wide>
        <SwitchField
          value={isOn}
          onChange={turn}
          onBlur={onBlur}
          refusal={undefined}
          label="auction.softCloseOn"
          help="auction.softCloseHelp"
          isDisabled={isClosed}
        />
      </Wide>
      {isOn && (
        <>
          <NumberField
            {...form.field('softCloseMinutes')}
            label="auction.softCloseMinutes"
            help="auction.softCloseMinutesHelp"
            placeholder={`1–${SOFT_CLOSE_MINUTES_MAX}`}
            isRequired
            isDisabled={isClosed}
          />
          <NumberField
            {...form.field('softCloseMaximum')}
            label="auction.softCloseMaximum"
            help="auction.softCloseMaximumHelp"
            placeholder={`1–${SOFT_CLOSE_MAX}`}
            isRequired
            isDisabled={isClosed}
          />
        </>
      )}
    </FormSection>
  );
}
