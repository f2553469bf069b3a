import { DatePickerInput } from '@mantine/dates';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useId } from 'react';
import type { DatePickProps } from '#web/design/date-pick.tsx';
import { useDropTarget } from '#web/design/dialog-context.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

const FORMATS = { en: 'MMM DD, YYYY', zh: 'YYYY年MM月DD日' };
const LOCALES = { en: 'en', zh: 'zh-cn' };

/** The field with its calendar, which is heavy: `DatePick` loads it. */
export default function DayPick({ placeholder, ...props }: DatePickProps) {
  const language = useLanguage();
  const say = useSay();
  const id = useId();
  const drop = useDropTarget();
  return (
    <DatePickerInput
      {...props}
      // As in DateTimePick: the calendar's dialog is named after an element of this id, by its text.
      id={id}
      placeholder={placeholder ?? say('date.chooseDay')}
      popoverProps={{ id, ...drop }}
      ariaLabels={{
        previousMonth: say('date.previousMonth'),
        nextMonth: say('date.nextMonth'),
        previousYear: say('date.previousYear'),
        nextYear: say('date.nextYear'),
        previousDecade: say('date.previousDecade'),
        nextDecade: say('date.nextDecade'),
      }}
      weekendDays={[]}
      valueFormat={FORMATS[language]}
      locale={LOCALES[language]}
      clearable
      clearButtonProps={{ 'aria-label': say('action.clear') }}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}
