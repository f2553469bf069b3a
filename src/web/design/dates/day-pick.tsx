import type { ComponentProps } from 'react';
import { CalendarInput } from '#web/design/dates/calendar-input.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** The field with its calendar, which is heavy: `DatePick` loads it. */
export default function DayPick({ placeholder, ...props }: DatePickProps) {
  const say = useSay();
  return <CalendarInput {...props} placeholder={placeholder ?? say('date.chooseDay')} />;
}

export type DatePickProps = Omit<ComponentProps<typeof CalendarInput>, 'usualTime'>;
