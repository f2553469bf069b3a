import type { FieldProps } from '#web/design/fields/field.ts';
import dayjs from 'dayjs';
import { CalendarInput } from '#web/design/dates/calendar-input.tsx';
import { useFieldProps } from '#web/design/fields/field.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import { UNREADABLE_DATE } from '#web/design/dates/unreadable-date.ts';

const LOCAL = 'YYYY-MM-DD HH:mm:ss';

/** The field with its calendar, which is heavy: `DateTimeField` loads it. */
export default function DateTimePick(props: DateTimeProps) {
  const say = useSay();
  const { value, onChange, earliest, usualTime = '09:00' } = props;
  const local = dayjs(value);
  return (
    <CalendarInput
      {...useFieldProps(props)}
      placeholder={say('date.choose')}
      value={value !== null && local.isValid() ? local.format(LOCAL) : null}
      onChange={(text) => onChange(text === null ? null : dayjs(text, LOCAL).toISOString())}
      onUnreadable={() => onChange(UNREADABLE_DATE)}
      usualTime={usualTime}
      earliest={dayjs(earliest).isValid() ? dayjs(earliest).format(LOCAL) : undefined}
    />
  );
}

export type DateTimeProps = FieldProps<string | null> & {
  earliest?: Date;
  /** Time of day, HH:mm, that a freshly chosen day starts with. */
  usualTime?: string;
};
