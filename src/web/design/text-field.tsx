import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useFieldProps, type FieldProps } from '#web/design/field.ts';

type Props = FieldProps<string> &
  Pick<TextInputProps, 'type' | 'autoComplete' | 'placeholder' | 'maxLength' | 'name' | 'inputMode'>;

export function TextField(props: Props) {
  const { type, autoComplete, placeholder, maxLength, name, inputMode, autoFocus } = props;
  return (
    <TextInput
      {...useFieldProps(props)}
      {...{ type, autoComplete, placeholder, maxLength, name, inputMode }}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

export function TextAreaField(props: FieldProps<string> & { rows?: number; maxLength?: number }) {
  return (
    <Textarea
      {...useFieldProps(props)}
      rows={props.rows ?? 3}
      maxLength={props.maxLength}
      resize="vertical"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
