import { DatePickerInput } from '@mantine/dates';
import type { DatePickProps } from '#web/design/date-pick.tsx';
import { useCalendar } from '#web/design/use-calendar.tsx';
import { useLanguage, useSay } from '#web/platform/phrase.ts';

const FORMATS = { en: 'MMM DD, YYYY', zh: 'YYYY年MM月DD日' };

/** The field with its calendar, which is heavy: `DatePick` loads it. */
export default function DayPick({ placeholder, ...props }: DatePickProps) {
  const say = useSay();
  return (
    <DatePickerInput
      {...props}
      {...useCalendar()}
      placeholder={placeholder ?? say('date.chooseDay')}
      valueFormat={FORMATS[useLanguage()]}
    />
  );
}
