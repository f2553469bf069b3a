import type { ReactNode } from 'react';
import { RECURRENCE_TIMES_MAX } from '#domain/auction/recurrence.ts';
import { SOFT_CLOSE_DEFAULT, SOFT_CLOSE_MAX, SOFT_CLOSE_MINUTES_MAX } from '#domain/auction/soft-close.ts';
import { isInstant } from '#domain/basics/instant.ts';
import { DateField, UNREADABLE_DATE, DateTimeField } from '#web/design/dates/date-time-field.tsx';
import { helpOnTerm } from '#web/design/feedback/term.tsx';
import type { FieldProps } from '#web/design/fields/field.ts';
import { NumberField } from '#web/design/fields/number-field.tsx';
import { SwitchField } from '#web/design/fields/switch-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import type { SettingsPart } from '#web/auction-editor/settings/settings-fields.tsx';
import { timeZone } from '#web/platform/calls/api.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import { formatZone, remainingUntil, formatDateTime } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey, type Say, useLanguage } from '#web/platform/phrases/phrase.ts';

/** Start, end and duration. The times are in the reader's time zone, which is shown beside them. */
export function ScheduleSection({ form, isClosed }: SettingsPart) {
  const say = useSay();
  const { startTime, endTime } = form.values;
  const earliest = new Date(nowMs());
  return (
    <FormSection title="auction.schedule" hint="auction.scheduleHint">
      <DateTimeField
        {...form.field('startTime')}
        label="auction.start"
        help={{ text: say('auction.timeZone', { zone: zoneText(startTime) }) }}
        earliest={earliest}
        isRequired
        isDisabled={isClosed}
      />
      <DateTimeField
        {...form.field('endTime')}
        label="auction.end"
        help={{ text: lengthText(startTime, endTime, say) ?? say('auction.timeZone', { zone: zoneText(endTime) }) }}
        earliest={startTime === null ? earliest : new Date(startTime)}
        usualTime="17:00"
        isRequired
        isDisabled={isClosed}
      />
    </FormSection>
  );
}

/** Returns the time zone and its offset from UTC on the given day. The day matters because of daylight saving time. */
function zoneText(time: string | null): string {
  const ms = Date.parse(time ?? '');
  return `${timeZone().replaceAll('_', ' ')}, ${formatZone(isInstant(ms) ? ms : nowMs())}`;
}

/** Returns the time between start and end in words; undefined if the start or the end is not a valid time. */
function lengthText(start: string | null, end: string | null, say: Say): string | undefined {
  const [startMs, endMs] = [Date.parse(start ?? ''), Date.parse(end ?? '')];
  if (!isInstant(startMs) || !isInstant(endMs)) return undefined;
  const { days, hours, minutes } = remainingUntil(endMs, startMs);
  const parts = [
    days > 0 && say('unit.spanDays', { count: days }),
    hours > 0 && say('unit.spanHours', { count: hours }),
    minutes > 0 && say('unit.spanMinutes', { count: minutes }),
  ];
  const text = parts.filter(Boolean).join(' ');
  return text && say('auction.duration', { text });
}

type SwitchedProps = { title: PhraseKey; hint: PhraseKey; field: FieldProps<boolean>; children: ReactNode };

/** A section with a switch that shows or hides its fields. */
const SwitchedSection = ({ title, hint, field, children }: SwitchedProps) => (
  <FormSection title={title} hint={hint}>
    <Wide>
      <SwitchField {...field} />
    </Wide>
    {field.value && children}
  </FormSection>
);

/** The settings of soft close. Soft close is off if both fields are empty (docs/rules.md#soft-close). */
export function SoftCloseSection({ form, isClosed: isDisabled }: SettingsPart) {
  const { softCloseMinutes, softCloseMaximum } = form.values;
  const value = softCloseMinutes !== null || softCloseMaximum !== null;
  const { onBlur } = form.field('softCloseMinutes');
  const onChange = (on: boolean) => {
    form.set('softCloseMinutes', on ? SOFT_CLOSE_DEFAULT.minutes : null);
    form.set('softCloseMaximum', on ? SOFT_CLOSE_DEFAULT.maximum : null);
  };
  const words = { label: 'auction.softCloseOn', help: helpOnTerm('auction.softCloseHelp', 'softClose') } as const;
  return (
    <SwitchedSection
      title="auction.softClose"
      hint="auction.softCloseHint"
      field={{ ...words, value, onChange, onBlur, refusal: undefined, isDisabled }}
    >
      <NumberField
        {...form.field('softCloseMinutes')}
        label="auction.softCloseMinutes"
        help="auction.softCloseMinutesHelp"
        placeholder={`1–${SOFT_CLOSE_MINUTES_MAX}`}
        isRequired
        isDisabled={isDisabled}
      />
      <NumberField
        {...form.field('softCloseMaximum')}
        label="auction.softCloseMaximum"
        help="auction.softCloseMaximumHelp"
        placeholder={`1–${SOFT_CLOSE_MAX}`}
        isRequired
        isDisabled={isDisabled}
      />
    </SwitchedSection>
  );
}

/**
 * The settings of recurrence. Recurrence is on if a time zone is set. Switching it on sets the administrator's time
 * zone.
 */
export function RecurrenceSection({ form, auction, isClosed: isDisabled }: SettingsPart) {
  const next = useNextText(auction, form.isDirty);
  const { recurrenceTimeZone, startTime } = form.values;
  const value = recurrenceTimeZone !== null;
  const { onBlur, refusal } = form.field('recurrenceTimeZone');
  const onChange = (on: boolean) => {
    form.set('recurrenceTimeZone', on ? timeZone() : null);
    form.set('recurrenceUntil', null);
    form.set('recurrenceTimes', null);
  };
  const help = value && next ? { text: next } : helpOnTerm('recurrence.onHelp', 'recurrence');
  return (
    <SwitchedSection
      title="recurrence.title"
      hint="recurrence.hint"
      field={{ label: 'recurrence.on', help, value, onChange, onBlur, refusal, isDisabled }}
    >
      <DateField
        {...form.field('recurrenceUntil')}
        label="recurrence.until"
        help="recurrence.untilHelp"
        isDisabled={isDisabled}
        {...(startTime !== null && startTime !== UNREADABLE_DATE && { earliest: startTime.slice(0, 10) })}
      />
      <NumberField
        {...form.field('recurrenceTimes')}
        label="recurrence.times"
        help="recurrence.timesHelp"
        placeholder={`1–${RECURRENCE_TIMES_MAX}`}
        isDisabled={isDisabled}
      />
    </SwitchedSection>
  );
}

/** Returns a text with the stored recurrence and the next start. The server calculates the next start. */
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
