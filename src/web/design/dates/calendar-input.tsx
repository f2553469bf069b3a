import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { TextInput } from '@mantine/core';
import { DateInput, type DateInputProps } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { useDropTarget } from '#web/design/dialogs/dialog-context.ts';
import { readDate } from '#web/design/dates/date-text.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

const LOCALES = { en: 'en', zh: 'zh-cn' };
/** The date format used on all screens (docs/rules.md#lists). */
const DAYS = { en: 'MMM DD, YYYY', zh: 'YYYY年MM月DD日' };
const TIMES = { en: ' - HH:mm:ss', zh: ' HH:mm:ss' };

export type CalendarProps = Pick<
  DateInputProps,
  'label' | 'description' | 'error' | 'withAsterisk' | 'required' | 'disabled' | 'size' | 'w'
> & {
  'aria-label'?: string;
  placeholder?: string;
  onBlur?: () => void;
  /** `2026-07-01`, or with a time `2026-07-01 09:00:00`; null if empty. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called if the typed text is not a date. Without this function, the field returns to its last valid date. */
  onUnreadable?: (() => void) | undefined;
  /** The first day that can be chosen in the calendar. The form checks typed days. */
  earliest?: string | undefined;
  /** Default time of day (HH:mm) for a field with a time. */
  usualTime?: string;
};

/** A date field. Touch screens get the device's own picker; other screens get a text field with our calendar. */
export const CalendarInput = (props: CalendarProps) =>
  matchMedia('(pointer: coarse)').matches ? <OfDevice {...props} /> : <Typed {...props} />;

const LOCAL = 'YYYY-MM-DD HH:mm:ss';

type InstantProps = Omit<CalendarProps, 'earliest' | 'usualTime'> & {
  earliest: Date | undefined;
  usualTime: string | undefined;
};

/** A date and time field in the person's own time zone. Its value is an ISO 8601 instant. */
export function InstantInput({ value, onChange, earliest, usualTime = '09:00', ...props }: InstantProps) {
  const local = dayjs(value);
  return (
    <CalendarInput
      {...props}
      value={value !== null && local.isValid() ? local.format(LOCAL) : null}
      onChange={(text) => onChange(text === null ? null : dayjs(text, LOCAL).toISOString())}
      usualTime={usualTime}
      earliest={dayjs(earliest).isValid() ? dayjs(earliest).format(LOCAL) : undefined}
    />
  );
}

/** The date field on a touch screen. It opens the device's own date picker. */
function OfDevice({
  value,
  onChange,
  onUnreadable: _none,
  earliest,
  usualTime,
  placeholder: _no,
  ...props
}: CalendarProps) {
  const hasTime = usualTime !== undefined;
  return (
    <TextInput
      {...props}
      type={hasTime ? 'datetime-local' : 'date'}
      {...(hasTime && { step: 1 })}
      min={earliest?.replace(' ', 'T')}
      value={value?.replace(' ', 'T') ?? ''}
      onChange={(event) => onChange(readDate(event.currentTarget.value, usualTime) ?? null)}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}

/** A text field. A click into it opens the calendar. */
function Typed({ value, onChange, onUnreadable, earliest, usualTime, ...props }: CalendarProps) {
  const say = useSay();
  const base = baseLanguageOf(useLanguage());
  const drop = useDropTarget();
  const [isOpen, setIsOpen] = useState(false);
  const hasTime = usualTime !== undefined;
  const read = (text: string): string | null => {
    const date = readDate(text, usualTime);
    if (date === undefined) onUnreadable?.();
    return date ?? null;
  };
  const take = (date: string | null) => {
    setIsOpen(false);
    // A day chosen in the calendar keeps the previous time of day.
    const isDay = date !== null && date.length === DAY_LENGTH;
    onChange(hasTime && isDay ? `${date} ${value?.slice(DAY_LENGTH + 1) ?? `${usualTime}:00`}` : date);
  };
  return (
    <DateInput
      {...props}
      value={value}
      onChange={take}
      dateParser={read}
      withTime={hasTime}
      valueFormat={DAYS[base] + (hasTime ? TIMES[base] : '')}
      // A text that is not a date stays, so that the person can correct it. A valid date is shown in our format.
      fixOnBlur={onUnreadable === undefined || value !== null}
      excludeDate={(day) => earliest !== undefined && day < earliest.slice(0, DAY_LENGTH)}
      popoverProps={{ ...drop, opened: isOpen, middlewares: FITS }}
      onClick={() => setIsOpen(true)}
      onKeyDown={(event) => {
        // Escape closes the calendar, not the dialog around it.
        if (isOpen && event.key === 'Escape') event.preventDefault();
        setIsOpen(false);
      }}
      onBlur={() => {
        setIsOpen(false);
        props.onBlur?.();
      }}
      allowDeselect={false}
      ariaLabels={{
        previousMonth: say('date.previousMonth'),
        nextMonth: say('date.nextMonth'),
        previousYear: say('date.previousYear'),
        nextYear: say('date.nextYear'),
        previousDecade: say('date.previousDecade'),
        nextDecade: say('date.nextDecade'),
      }}
      // Red weekends would look like errors.
      weekendDays={[]}
      locale={LOCALES[base]}
      clearable
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}

const DAY_LENGTH = '2026-07-01'.length;
/**
 * Keeps the calendar inside the window. If there is no space above or below the field, the calendar covers the field.
 */
const FITS = { flip: true, shift: { crossAxis: true } };
