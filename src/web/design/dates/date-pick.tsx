import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { DatePickProps } from '#web/design/dates/day-pick.tsx';

const DayPick = lazy(() => import('#web/design/dates/day-pick.tsx'));

/** A date, as `2027-01-31`, on nobody's clock. Until the calendar is here, its looks. */
export const DatePick = (props: DatePickProps) => (
  <Suspense fallback={<Looks {...props} />}>
    <DayPick {...props} />
  </Suspense>
);

function Looks({
  placeholder,
  value,
  label,
  description,
  error,
  withAsterisk,
  disabled,
  size,
  w,
  ...props
}: DatePickProps) {
  const say = useSay();
  return (
    <TextInput
      {...{ label, description, error, w }}
      {...(withAsterisk !== undefined && { withAsterisk })}
      {...(disabled !== undefined && { disabled })}
      {...(size !== undefined && { size })}
      aria-label={props['aria-label']}
      readOnly
      value={value ?? ''}
      placeholder={placeholder ?? say('date.chooseDay')}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}
