import { DateTimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import type { PointerEvent } from 'react';
import type { DateTimeProps } from '#web/design/date-time-field.tsx';
import { useFieldProps } from '#web/design/field.ts';
import { useCalendar } from '#web/design/use-calendar.tsx';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

/** As in every other place a time is shown (specification 9). */
const FORMATS = { en: 'MMM DD, YYYY - HH:mm:ss', zh: 'YYYY年MM月DD日 HH:mm:ss' };
const LOCAL = 'YYYY-MM-DD HH:mm:ss';

/**
 * A day once chosen, the hours have the focus and are selected; a click into what is selected would put the caret in its
 * middle, and "10" typed there would read 19. Mantine selects on the click itself, which the browser undoes after it.
 */
const KEEPS_SELECTION = {
  onPointerUp: ({ currentTarget }: PointerEvent<HTMLInputElement>) => setTimeout(() => currentTarget.select()),
};

/** The field with its calendar, which is heavy: `DateTimeField` loads it. */
export default function DateTimePick(props: DateTimeProps) {
  const say = useSay();
  const { value, earliest, usualTime = '09:00' } = props;
  const { onBlur, ...fieldProps } = useFieldProps(props);
  const take = (text: string | null) => props.onChange(text === null ? null : dayjs(text, LOCAL).toISOString());
  return (
    <DateTimePicker
      {...fieldProps}
      {...useCalendar()}
      placeholder={say('date.choose')}
      // The focus moving into the calendar is no leaving; the calendar closing is.
      onBlur={(event) => event.currentTarget.getAttribute('aria-expanded') !== 'true' && onBlur()}
      onDropdownClose={onBlur}
      defaultTimeValue={usualTime}
      value={value === null ? null : dayjs(value).format(LOCAL)}
      onChange={take}
      {...(earliest && { minDate: earliest })}
      withSeconds={props.withSeconds ?? false}
      valueFormat={FORMATS[useLanguage()]}
      submitButtonProps={{ 'aria-label': say('action.confirm') }}
      timePickerProps={{
        hoursInputLabel: say('unit.hours'),
        minutesInputLabel: say('unit.minutes'),
        hoursInputProps: KEEPS_SELECTION,
        minutesInputProps: KEEPS_SELECTION,
      }}
    />
  );
}
