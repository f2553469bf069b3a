import { TextInput } from '@mantine/core';
import type { DatePickerInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSay } from '#web/platform/phrase.ts';

export type DatePickProps = Omit<DatePickerInputProps, 'type' | 'value' | 'onChange'> & {
  value: string | null;
  onChange: (date: string | null) => void;
};

const DayPick = lazy(() => import('#web/design/day-pick.tsx'));

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
      placeholder={typeof placeholder === 'string' ? placeholder : say('date.chooseDay')}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}
