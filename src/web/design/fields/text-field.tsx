import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';

type Props = FieldProps<string> &
  Pick<TextInputProps, 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder' | 'maxLength'> &
  Pick<TextInputProps, 'name' | 'inputMode' | 'leftSection' | 'leftSectionWidth'>;

/** A text field of one line. */
export function TextField(props: Props) {
  const { type, autoComplete, autoCapitalize, spellCheck, placeholder, maxLength } = props;
  const { name, inputMode, leftSection, leftSectionWidth, autoFocus } = props;
  return (
    <TextInput
      {...useFieldProps(props)}
      {...{ type, autoComplete, autoCapitalize, spellCheck, placeholder, maxLength }}
      {...{ name, inputMode, leftSection }}
      {...(leftSectionWidth !== undefined && { leftSectionWidth })}
      data-autofocus={autoFocus || undefined}
      autoFocus={autoFocus ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}

/** A text field of several lines. */
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
