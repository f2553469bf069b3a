import { TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useFieldProps } from '#web/design/fields/field.ts';
import { formatDateTime } from '#web/platform/format/format.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { DateTimeProps } from '#web/design/dates/date-time-pick.tsx';
import { UNREADABLE_DATE } from '#web/design/dates/unreadable-date.ts';

const DateTimePick = lazy(() => import('#web/design/dates/date-time-pick.tsx'));

/** A moment in the person's own time zone; its value is the UTC instant, ISO 8601. Until the calendar is here, its looks. */
export const DateTimeField = (props: DateTimeProps) => (
  <Suspense fallback={<Looks {...props} />}>
    <DateTimePick {...props} />
  </Suspense>
);

function Looks(props: DateTimeProps) {
  const say = useSay();
  const language = useLanguage();
  const { value } = props;
  return (
    <TextInput
      {...useFieldProps(props)}
      readOnly
      value={value === null || value === UNREADABLE_DATE ? '' : formatDateTime(value, language)}
      placeholder={say('date.choose')}
      leftSection={<IconCalendar size={16} aria-hidden />}
    />
  );
}
