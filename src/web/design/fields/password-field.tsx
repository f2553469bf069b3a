import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import type { ReactNode } from 'react';
import { useFieldProps, type FieldProps } from '#web/design/fields/field.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';

type Props = FieldProps<string> &
  Pick<PasswordInputProps, 'name'> & {
    /** What a password manager is to do here: fill in the one it knows, or offer a new one. */
    autoComplete: 'current-password' | 'new-password';
    /** Stands below the field and is read out with it. */
    rules?: ReactNode;
  };

export function PasswordField(props: Props) {
  const say = useSay();
  const { name, autoComplete, autoFocus, rules } = props;
  const { description, ...fieldProps } = useFieldProps(props);
  return (
    <PasswordInput
      {...fieldProps}
      {...{ name, autoComplete }}
      // The library marks its other fields so, but not this one.
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
