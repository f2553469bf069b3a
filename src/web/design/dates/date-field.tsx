import { DatePick } from '#web/design/dates/date-pick.tsx';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { UNREADABLE_DATE } from '#web/design/dates/unreadable-date.ts';

/** A date of a form. */
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
