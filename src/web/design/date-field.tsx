import { DatePick } from '#web/design/date-pick.tsx';
import { useFieldProps, type FieldProps } from '#web/design/field.ts';

/** A date of a form. */
export function DateField(props: FieldProps<string | null> & { earliest?: string }) {
  const { value, onChange, earliest } = props;
  const { onBlur, ...fieldProps } = useFieldProps(props);
  return (
    <DatePick
      {...fieldProps}
      value={value}
      onChange={onChange}
      // The focus is within the field while its calendar is open.
      onDropdownClose={onBlur}
      {...(earliest && { minDate: earliest })}
    />
  );
}
