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
import { useDropTarget } from '#web/design/dialogs/dialog-context.ts';
import { readDate } from '#web/design/dates/date-text.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

const LOCALES = { en: 'en', zh: 'zh-cn' };
/** As in every other place a date is shown (docs/rules.md#lists). */
const DAYS = { en: 'MMM DD, YYYY', zh: 'YYYY年MM月DD日' };
const TIMES = { en: ' - HH:mm:ss', zh: ' HH:mm:ss' };

export type CalendarProps = Pick<
  DateInputProps,
  'label' | 'description' | 'error' | 'withAsterisk' | 'required' | 'disabled' | 'size' | 'w'
> & {
  'aria-label'?: string;
  placeholder?: string;
  onBlur?: () => void;
  /** As `2026-07-01`, with a time `2026-07-01 09:00:00`; null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called with each text that is no date; without it the field goes back to the last date. */
  onUnreadable?: (() => void) | undefined;
  /** Earlier days can't be chosen in the calendar; those that are typed are for the form to judge. */
  earliest?: string | undefined;
  /** HH:mm that a day starts with, where a time of day belongs to it. */
  usualTime?: string;
};

/** A date that is typed, or chosen in a calendar: of the device where one touches it, else ours. */
export const CalendarInput = (props: CalendarProps) =>
  matchMedia('(pointer: coarse)').matches ? <OfDevice {...props} /> : <Typed {...props} />;

const LOCAL = 'YYYY-MM-DD HH:mm:ss';

type InstantProps = Omit<CalendarProps, 'earliest' | 'usualTime'> & {
  earliest: Date | undefined;
  usualTime: string | undefined;
};

/** An instant, ISO 8601, in the person's own time zone. */
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

/** The picker of a telephone fits its screen. */
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

/** A click into the field opens the calendar. */
function Typed({ value, onChange, onUnreadable, earliest, usualTime, ...props }: CalendarProps) {
  const say = useSay();
  const language = useLanguage();
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
    // A day of the calendar keeps the time of day that stood there.
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
      valueFormat={DAYS[language] + (hasTime ? TIMES[language] : '')}
      // What can't be read stays, to be put right; a date is shown as it was understood.
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
      // Weekends in red would look refused.
      weekendDays={[]}
      locale={LOCALES[language]}
      clearable
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}

const DAY_LENGTH = '2026-07-01'.length;
/** Where there is room neither above nor below, the calendar covers the field rather than ending outside the window. */
const FITS = { flip: true, shift: { crossAxis: true } };
