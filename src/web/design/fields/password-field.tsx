import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = FieldProps<string> &
  Pick<PasswordInputProps, 'name'> & {
    /** Tells a password manager to fill in the known password, or to offer a new one. */
    autoComplete: 'current-password' | 'new-password';
    /** Shown below the field and read aloud with it. */
    rules?: ReactNode;
  };

/** A password field with a button that shows the password. */
export function PasswordField(props: Props) {
  const say = useSay();
  const { name, autoComplete, autoFocus, rules } = props;
  const { description, ...fieldProps } = useFieldProps(props);
  return (
    <PasswordInput
      {...fieldProps}
      {...{ name, autoComplete }}
      // Mantine sets `aria-invalid` on its other fields, but not on the password field.
      aria-invalid={fieldProps.error !== undefined}
      description={rules ?? description}
      descriptionProps={{ component: 'div' }}
      inputWrapperOrder={
        rules ? ['label', 'input', 'error', 'description'] : ['label', 'description', 'input', 'error']
      }
      autoFocus={autoFocus ?? false}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': say('identity.showPassword') }}
    />
  );
}
