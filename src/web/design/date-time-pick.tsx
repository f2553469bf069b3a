import { DateTimePicker } from '@mantine/dates';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useId, type PointerEvent } from 'react';
import { useDropTarget } from '#web/design/dialog-context.ts';
import type { DateTimeProps } from '#web/design/date-time-field.tsx';
import { useFieldProps } from '#web/design/field.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

/** As in every other place a time is shown (specification 9). */
const FORMATS = { en: 'MMM DD, YYYY - HH:mm:ss', zh: 'YYYY年MM月DD日 HH:mm:ss' };
const LOCALES = { en: 'en', zh: 'zh-cn' };
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
  const language = useLanguage();
  const say = useSay();
  const id = useId();
  const drop = useDropTarget();
  const { value, earliest, usualTime = '09:00' } = props;
  const { onBlur, ...fieldProps } = useFieldProps(props);
  const take = (text: string | null) => props.onChange(text === null ? null : dayjs(text, LOCAL).toISOString());
  return (
    <DateTimePicker
      {...fieldProps}
      // Mantine names the calendar's dialog after an element of this id, by its text: never an empty one.
      id={id}
      placeholder={say('date.choose')}
      popoverProps={{ id, ...drop }}
      // The focus moving into the calendar is no leaving; the calendar closing is.
      onBlur={(event) => event.currentTarget.getAttribute('aria-expanded') !== 'true' && onBlur()}
      onDropdownClose={onBlur}
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
      defaultTimeValue={usualTime}
      value={value === null ? null : dayjs(value).format(LOCAL)}
      onChange={take}
      {...(earliest && { minDate: earliest })}
      withSeconds={props.withSeconds ?? false}
      valueFormat={FORMATS[language]}
      locale={LOCALES[language]}
      clearable
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
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
