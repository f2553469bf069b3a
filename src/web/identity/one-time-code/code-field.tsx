import { TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { CODE_LENGTH } from '#domain/identity/one-time-code.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './code-field.module.css';

type Props = {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  isDisabled: boolean;
};

/**
 * Six digits in one field rather than in six: a paste, a code filled in from a message, a screen reader and a correcting
 * hand all find what they know. Whatever isn't a digit, as the spaces of a copied code, falls away.
 */
export function CodeField({ ref, value, onChange, error, isDisabled }: Props) {
  const say = useSay();
  return (
    <TextInput
      ref={ref}
      label={say('identity.code')}
      name="otp"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      autoFocus
      size="md"
      classNames={{ input: css.code ?? '' }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH))}
      error={error}
      errorProps={{ role: 'alert' }}
      readOnly={isDisabled}
    />
  );
}
