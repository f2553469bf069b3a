import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { CalendarProps } from '#web/design/dates/calendar-input.tsx';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';

/** The value of a field whose text is not a date. The form's rules refuse this value. */
export const UNREADABLE_DATE = 'unreadable';

/** The calendar's code is large, so it is loaded on demand. Until then, a field that looks the same is shown. */
const loadCalendar = () => import('#web/design/dates/calendar-input.tsx');
const CalendarInput = lazy(() => loadCalendar().then((calendar) => ({ default: calendar.CalendarInput })));
const InstantInput = lazy(() => loadCalendar().then((calendar) => ({ default: calendar.InstantInput })));

/** A date without a time zone, as `2027-01-31`. */
export function DatePick(props: Omit<CalendarProps, 'usualTime'>) {
  const say = useSay();
  const shown = { ...props, placeholder: props.placeholder ?? say('date.chooseDay') };
  return (
    <Suspense fallback={<Looks {...shown} />}>
      <CalendarInput {...shown} />
    </Suspense>
  );
}

/** A date field of a form. */
export function DateField(props: FieldProps<string | null> & { earliest?: string }) {
  const { value, onChange, earliest } = props;
  return (
    <DatePick
      {...useFieldProps(props)}
      value={value === UNREADABLE_DATE ? null : value}
      onChange={onChange}
      onUnreadable={() => onChange(UNREADABLE_DATE)}
      earliest={earliest}
    />
  );
}

type DateTimeProps = FieldProps<string | null> & {
  earliest?: Date;
  /** Default time of day (HH:mm) for a newly chosen day. */
  usualTime?: string;
};

/** A date and time in the person's own time zone. Its value is the UTC instant in ISO 8601. */
export function DateTimeField(props: DateTimeProps) {
  const say = useSay();
  const language = useLanguage();
  const { value, onChange, earliest, usualTime } = props;
  const shown = {
    ...useFieldProps(props),
    placeholder: say('date.choose'),
    value: value === UNREADABLE_DATE ? null : value,
    onChange,
  };
  return (
    <Suspense fallback={<Looks {...shown} value={shown.value && formatDateTime(shown.value, language)} />}>
      <InstantInput {...shown} {...{ earliest, usualTime }} onUnreadable={() => onChange(UNREADABLE_DATE)} />
    </Suspense>
  );
}

function Looks({ value, onChange: _none, onUnreadable: _never, earliest: _any, ...props }: CalendarProps) {
  return <TextInput {...props} readOnly value={value ?? ''} leftSection={<IconCalendar size={16} aria-hidden />} />;
}
