import { RECURRENCE_TIMES_MAX } from '#domain/auction/recurrence.ts';
import type { SettingsPart } from '#web/auction-editor/settings/settings-fields.tsx';
import { DateField, UNREADABLE_DATE } from '#web/design/dates/date-time-field.tsx';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SwitchField } from '#web/design/fields/switch-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import { timeZone } from '#web/platform/calls/api.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** Off without a time zone; switched on, it is that of the admin who does so. */
export function RecurrenceSection({ form, auction, isClosed }: SettingsPart) {
  const next = useNextText(auction, form.isDirty);
  const { recurrenceTimeZone, startTime } = form.values;
  const isOn = recurrenceTimeZone !== null;
  const { onBlur, refusal } = form.field('recurrenceTimeZone');
  const turn = (on: boolean) => {
    form.set('recurrenceTimeZone', on ? timeZone() : null);
    form.set('recurrenceUntil', null);
    form.set('recurrenceTimes', null);
  };
  return (
    <FormSection title="recurrence.title" hint="recurrence.hint">
      <Wide>
        <SwitchField
          value={isOn}
          onChange={turn}
          onBlur={onBlur}
          refusal={refusal}
          label="recurrence.on"
          help={isOn && next ? { text: next } : 'recurrence.onHelp'}
          isDisabled={isClosed}
        />
      </Wide>
      {isOn && (
        <>
          <DateField
            {...form.field('recurrenceUntil')}
            label="recurrence.until"
            help="recurrence.untilHelp"
            isDisabled={isClosed}
            {...(startTime !== null && startTime !== UNREADABLE_DATE && { earliest: startTime.slice(0, 10) })}
          />
          <NumberField
            {...form.field('recurrenceTimes')}
            label="recurrence.times"
            help="recurrence.timesHelp"
            placeholder={`1–${RECURRENCE_TIMES_MAX}`}
            isDisabled={isClosed}
          />
        </>
      )}
    </FormSection>
  );
}

/** The rule as it is stored, and what it leads to; the server reckons with time zones. */
function useNextText(auction: SettingsPart['auction'], isDirty: boolean): string | undefined {
  const say = useSay();
  const language = useLanguage();
  if (isDirty || !auction?.recurrence) return isDirty ? say('recurrence.unsaved') : undefined;
  const { day, timeZone: zone, nextStartTime } = auction.recurrence;
  const next =
    nextStartTime === null
      ? say('recurrence.noNext')
      : say('recurrence.next', { time: formatDateTime(nextStartTime, language) });
  return `${say('recurrence.day', { day, zone: zone.replaceAll('_', ' ') })} ${next}`;
}
